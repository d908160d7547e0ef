// Building on the map: tap a card, then a space. The server draws the board and the points that each space would earn.
// Without this script, space and half are chosen from lists.

const form = document.getElementById("entry");
const section = form.querySelector("[data-sites]");
const ground = document.getElementById("live-drawing");
const fold = section.querySelector("details[data-map]");
const { builder, map } = form.elements;
const sites = [...section.querySelectorAll("[data-site]")];

const at = (seat) => form.elements[`at-${seat}`];
const side = (seat) => form.elements[`side-${seat}`];
const chosen = (seat) => section.querySelector(`[name="card-${seat}"]:checked`);
const order = () => [...ground.querySelectorAll("[data-builder]")].map((each) => each.dataset.builder);
const onMap = () => !fold || fold.open;

function requestPreview() {
  form.dispatchEvent(new Event("input"));
}

// Make this player the active one. On the map, show only this player's cards, and only the errors of all other players.
function turnTo(seat) {
  builder.value = seat;
  for (const site of sites) site.toggleAttribute("data-idle", onMap() && site.dataset.site !== seat);
  for (const each of ground.querySelectorAll("[data-builder]")) {
    each.toggleAttribute("aria-current", each.dataset.builder === seat);
  }
}

function put(seat, space) {
  if (space && ![...at(seat).options].some((each) => each.value === space)) {
    at(seat).add(new Option(space, space)); // a space that is not free: the server reports an error
  }
  at(seat).value = space;
  side(seat).value = space && chosen(seat)?.dataset.halves === "1" ? "first" : "";
  // Frame the space at once; the server's answer draws the rest.
  const colour = `p${Number(seat) + 1}`;
  ground.querySelector(`.fresh.${colour}`)?.classList.remove("fresh", colour);
  ground.querySelector(`[data-space="${space}"][data-kind="free"]`)?.classList.add("fresh", colour);
}

// Move this player's building to the second half of its space if it fills only the first; else remove the building.
function turn(seat) {
  if (side(seat).value === "first") side(seat).value = "second";
  else {
    put(seat, "");
    turnTo(seat);
  }
}

function tapped(space, free) {
  const owner = order().find((seat) => at(seat).value === space);
  if (owner) return turn(owner);
  const seat = builder.value;
  if (!chosen(seat)) return turnTo(seat);
  put(seat, space);
  if (free) turnTo(order().find((each) => !at(each).value) ?? seat);
}

ground.addEventListener("click", (event) => {
  const { space, kind, builder: seat, back } = event.target.closest("button")?.dataset ?? {};
  if (space) tapped(space, kind === "free");
  else if (seat) turnTo(seat);
  else if (back) {
    put(back, "");
    turnTo(back);
  } else return;
  requestPreview();
});

// Scroll until the whole board is visible, but not past the cards.
function showBoard(seat) {
  const end = document.querySelector(".foot").getBoundingClientRect().top;
  const board = ground.querySelector(".board").getBoundingClientRect();
  const top = sites.find((site) => site.dataset.site === seat).getBoundingClientRect().top - 4;
  if (board.bottom > end && top > 0) scrollBy({ top: Math.min(top, board.bottom - end + 4), behavior: "instant" });
}

// When a card is chosen on the map, show the board. Reset the half of a placed building, as the new card may fill one
// half or both.
form.addEventListener(
  "change",
  (event) => {
    const seat = event.target.name?.startsWith("card-") && event.target.name.slice("card-".length);
    if (!seat || !onMap()) return;
    if (at(seat).value) put(seat, at(seat).value);
    showBoard(seat);
  },
  { capture: true },
);

form.addEventListener("htmx:after:swap", () => turnTo(builder.value));

// Apply the choice between the map and typed points. Typed points remove all buildings from the map.
function switchWay() {
  map.disabled = !onMap();
  section.classList.toggle("mapped", onMap());
  if (!onMap()) for (const site of sites) put(site.dataset.site, "");
  turnTo(builder.value || ground.querySelector("[aria-current]").dataset.builder);
}
fold?.addEventListener("toggle", () => {
  switchWay();
  requestPreview();
});
section.dataset.live = "";
switchWay();
