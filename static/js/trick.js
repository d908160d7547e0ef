// Tapping a trick. A card goes to the next player automatically, and as soon as every player has one, htmx asks the
// server, which alone knows the rules. Without this script, each tap submits the form.
// <form data-trick="4" hx-trigger="ask">: from this number of cards on, the server is asked. Its answer is morphed into
// `#trick`, whose data-tapping says whether more cards can be tapped, and into `#foot`.

const form = document.querySelector("form[data-trick]");
const seats = Number(form.dataset.trick);
const deck = document.getElementById("deck");
const trick = () => document.getElementById("trick");
const places = () => [...trick().querySelectorAll("[data-place]")];
const played = (place) => place.querySelector("input[name=play]");
const count = () => places().filter((place) => played(place)?.value).length;

const waiting = []; // buttons of cards tapped during a request; the answer shows the places for these cards
const asking = () => form.classList.contains("htmx-request");
let again; // the timer of a retry

/** Send the trick; this replaces a request under way (hx-sync). */
function ask(submitter) {
  clearTimeout(again);
  form.dispatchEvent(Object.assign(new Event("ask"), { submitter }));
}

/** Abort a request under way: its answer would be about an older trick. */
function changed() {
  clearTimeout(again);
  form.dispatchEvent(new Event("htmx:abort"));
}

function lost({ detail: { ctx } }) {
  const line = Object.assign(document.createElement("p"), { textContent: trick().dataset.lost });
  trick().querySelector(".wrong").replaceChildren(line);
  again = setTimeout(() => ask(ctx.request.submitter), 2000);
}
form.addEventListener("htmx:error", lost);
form.addEventListener("htmx:response:error", lost);

form.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
  if (ctx.response.status >= 400) return;
  settle();
  const region = document.getElementById("heard"); // a live region, so that screen readers announce the verdict
  if (region) region.textContent = trick().querySelector(".verdict, .asks:not(.told) legend")?.textContent ?? "";
  if (trick().querySelector(".judged, .asks")) scrollTo({ top: 0 });
});
form.addEventListener("htmx:finally:request", () =>
  queueMicrotask(() => {
    if (!asking() && waiting.length) add(waiting.shift());
  }),
);

/**
 * Disable the cards of this and the round's other tricks, hide the deck if no card can follow, and mark the next
 * player's place.
 */
function settle() {
  const codes = new Set(places().map((place) => played(place).value));
  for (const card of deck?.querySelectorAll("[name=add]") ?? [])
    card.disabled = "gone" in card.dataset || codes.has(card.value);
  if (deck) deck.hidden = !("tapping" in trick().dataset);
  const next = places().find((place) => !played(place).value);
  for (const place of places()) place.classList.toggle("now", place === next);
}

/** Remove what the server said about the trick, because the trick has changed. */
function clearVerdict() {
  for (const old of trick().querySelectorAll("[data-made], .judged, .asks:not(:has([name=trump])), .switch"))
    old.remove();
  trick().querySelector(".wrong").replaceChildren();
  for (const place of trick().querySelectorAll(".win, .gone-out")) place.classList.remove("win", "gone-out");
  for (const card of trick().querySelectorAll(".out")) card.classList.remove("out");
  const foot = document.querySelector("#foot:has([data-next])");
  if (foot) foot.hidden = true;
}

function add(button) {
  const place = places().find((each) => !played(each).value);
  if (!place && asking()) {
    waiting.push(button);
    return;
  }
  // All places are full: ask the server, whose answer may have one more place.
  if (!place) {
    ask(button);
    return;
  }
  changed();
  clearVerdict();
  played(place).value = button.value;
  const dropButton = place.querySelector("[name=drop]");
  dropButton.querySelector("[data-card]").replaceChildren(button.querySelector(".card").cloneNode(true));
  dropButton.disabled = false;
  settle();
  if (count() >= seats) ask();
}

function drop(button) {
  const before = count();
  const place = button.closest("[data-place]");
  changed();
  played(place).value = "";
  const open = document.createElement("span");
  open.className = "card open";
  button.querySelector("[data-card]").replaceChildren(open);
  button.disabled = true;
  clearVerdict();
  trick().dataset.tapping = "";
  settle();
  if (before > seats) ask();
}

form.addEventListener("submit", (event) => {
  const tapped = event.submitter;
  if (!tapped || tapped.hasAttribute("formaction")) return;
  event.preventDefault();
  if (tapped.name === "add") add(tapped);
  else if (tapped.name === "drop") drop(tapped);
  else ask(tapped);
});
settle();
