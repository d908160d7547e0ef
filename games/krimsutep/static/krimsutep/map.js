// Building on the map: tap a card, tap a space. The board is drawn by the server, with what each space would earn.
// Without this file the same is chosen from lists of spaces and halves.

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

function asked() {
  form.dispatchEvent(new Event("input"));
}

// One player's cards at a time, the others' only with what is wrong with them.
function turnTo(seat) {
  builder.value = seat;
  for (const site of sites) site.toggleAttribute("data-idle", onMap() && site.dataset.site !== seat);
  for (const each of ground.querySelectorAll("[data-builder]")) {
    each.toggleAttribute("aria-current", each.dataset.builder === seat);
  }
}

function put(seat, space) {
  if (space && ![...at(seat).options].some((each) => each.value === space)) {
    at(seat).add(new Option(space, space)); // the Nile, or built on: the answer says so
  }
  at(seat).value = space;
  side(seat).value = space && chosen(seat)?.dataset.halves === "1" ? "first" : "";
  // Framed at once; the answer draws the rest.
  const colour = `p${Number(seat) + 1}`;
  ground.querySelector(`.fresh.${colour}`)?.classList.remove("fresh", colour);
  ground.querySelector(`[data-space="${space}"][data-kind="free"]`)?.classList.add("fresh", colour);
}

// The first half, the second half, away again.
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
  asked();
});

// The whole board in sight, with the cards over it.
function inSight(seat) {
  const end = document.querySelector(".foot").getBoundingClientRect().top;
  const board = ground.querySelector(".board").getBoundingClientRect();
  const top = sites.find((site) => site.dataset.site === seat).getBoundingClientRect().top - 4;
  if (board.bottom > end && top > 0) scrollBy({ top: Math.min(top, board.bottom - end + 4), behavior: "instant" });
}

// Another card on the same space: turned as it can be.
form.addEventListener(
  "change",
  (event) => {
    const seat = event.target.name?.startsWith("card-") && event.target.name.slice("card-".length);
    if (!seat || !onMap()) return;
    if (at(seat).value) put(seat, at(seat).value);
    inSight(seat);
  },
  { capture: true },
);

form.addEventListener("htmx:after:swap", () => turnTo(builder.value));

// Typed points and the map do not go together.
function changedWay() {
  map.disabled = !onMap();
  section.classList.toggle("mapped", onMap());
  if (!onMap()) for (const site of sites) put(site.dataset.site, "");
  turnTo(builder.value || ground.querySelector("[aria-current]").dataset.builder);
}
fold?.addEventListener("toggle", () => {
  changedWay();
  asked();
});
section.dataset.live = "";
changedWay();
