// Tapping a trick: a card goes to the next player by itself, and htmx asks the server as soon as every player has one.
// Nothing of the rules is here. Without this file each tap is a button that sends the form.
//
// <form data-trick="4" hx-trigger="ask">: from so many cards on the server is asked. Its answer is morphed into
// `#trick`, which says whether cards are still tapped, and into `#foot`.

const form = document.querySelector("form[data-trick]");
const seats = Number(form.dataset.trick);
const deck = document.getElementById("deck");
const trick = () => document.getElementById("trick");
const places = () => [...trick().querySelectorAll("[data-place]")];
const played = (place) => place.querySelector("input[name=play]");
const count = () => places().filter((place) => played(place)?.value).length;

const waiting = []; // cards tapped faster than the server said where the next one goes
const asking = () => form.classList.contains("htmx-request");
let again; // the timer of the next attempt, where one failed

/** Sends what is tapped; a request under way gives way to it. */
function ask(submitter) {
  clearTimeout(again);
  form.dispatchEvent(Object.assign(new Event("ask"), { submitter }));
}

/** An answer on its way is to an older trick. */
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
  const heard = document.getElementById("heard"); // for those who do not see the verdict come
  if (heard) heard.textContent = trick().querySelector(".verdict, .asks:not(.told) legend")?.textContent ?? "";
  if (trick().querySelector(".judged, .asks")) scrollTo({ top: 0 });
});
form.addEventListener("htmx:finally:request", () =>
  queueMicrotask(() => {
    if (!asking() && waiting.length) add(waiting.shift());
  }),
);

/** The deck shows what can still be tapped; the next place is marked. */
function settle() {
  const codes = new Set(places().map((place) => played(place).value));
  for (const card of deck?.querySelectorAll("[name=add]") ?? [])
    card.disabled = "gone" in card.dataset || codes.has(card.value);
  if (deck) deck.hidden = !("tapping" in trick().dataset);
  const next = places().find((place) => !played(place).value);
  for (const place of places()) place.classList.toggle("now", place === next);
}

/** What was said of the trick holds no longer. */
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
  if (!place) {
    ask(button);
    return;
  } // perhaps there is room for one more
  changed();
  clearVerdict();
  played(place).value = button.value;
  const lain = place.querySelector("[name=drop]");
  lain.querySelector("[data-card]").replaceChildren(button.querySelector(".card").cloneNode(true));
  lain.disabled = false;
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
