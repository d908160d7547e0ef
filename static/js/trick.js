// Tapping a trick: a card goes to the next player by itself, and the answer comes from the server as soon as every
// player has one. Nothing of the rules is here. Without this file each tap is a button that sends the form.
//
// <form data-trick="4">: from so many cards on the server is asked. What it answers takes the place of the elements
// with the same ids; `#trick` says how many cards the trick wants and may hold, and whether cards are still tapped.

const form = document.querySelector("form[data-trick]");
const seats = Number(form.dataset.trick);
const deck = document.getElementById("deck");
const trick = () => document.getElementById("trick");
const places = () => [...trick().querySelectorAll("[data-place]")];
const played = (place) => place.querySelector("input[name=play]");
const count = () => places().filter((place) => played(place)?.value).length;

let asking = null; // the request under way
let version = 0; // grows with each tap: an answer to an older one is out of date
const waiting = []; // cards tapped faster than the server said where the next one goes

function query(submitter) {
  const data = new FormData(form);
  if (submitter?.name) data.append(submitter.name, submitter.value);
  return data;
}

async function ask(submitter) {
  const asked = ++version;
  const data = query(submitter);
  const post = form.method === "post";
  const address = new URL(form.action || location.href, location.href);
  if (!post) address.search = new URLSearchParams(data).toString();
  form.setAttribute("aria-busy", "true");
  try {
    asking = fetch(address, { method: post ? "POST" : "GET", body: post ? data : undefined, headers: { "X-Requested-With": "fetch" } });
    const answer = await asking;
    if (!answer.ok) throw new Error(answer.status);
    const html = await answer.text();
    if (asked !== version) return;
    show(html);
    if (!post) history.replaceState(null, "", address);
  } catch {
    if (asked === version) {
      trick().querySelector(".wrong").textContent = form.dataset.lost;
      setTimeout(() => { if (asked === version) ask(submitter); }, 2000);
    }
  } finally {
    if (asked === version) {
      asking = null;
      form.removeAttribute("aria-busy");
      if (waiting.length) add(waiting.shift());
    }
  }
}

function show(html) {
  const page = new DOMParser().parseFromString(html, "text/html");
  const focused = document.activeElement;
  const again = focused?.name && trick().contains(focused) ? `[name="${focused.name}"][value="${CSS.escape(focused.value)}"]` : "";
  for (const fresh of [...page.body.children]) document.getElementById(fresh.id)?.replaceWith(fresh);
  if (again) trick().querySelector(again)?.focus({ preventScroll: true });
  settle();
  const heard = document.getElementById("heard"); // for those who do not see the verdict come
  if (heard) heard.textContent = trick().querySelector(".verdict, .asks:not(.told) legend")?.textContent ?? "";
  form.dispatchEvent(new CustomEvent("judged", { bubbles: true }));
  if (trick().querySelector(".judged, .asks")) scrollTo({ top: 0 });
}

/** The deck shows what can still be tapped; the next place is marked. */
function settle() {
  const codes = new Set(places().map((place) => played(place).value));
  for (const card of deck?.querySelectorAll("[name=add]") ?? []) card.disabled = "gone" in card.dataset || codes.has(card.value);
  if (deck) deck.hidden = !("tapping" in trick().dataset);
  const next = places().find((place) => !played(place).value);
  for (const place of places()) place.classList.toggle("now", place === next);
}

/** What was said of the trick holds no longer. */
function unsay() {
  for (const old of trick().querySelectorAll("[data-made], .judged, .hint, .asks:not(:has([name=trump])), .switch")) old.remove();
  trick().querySelector(".wrong").replaceChildren();
  for (const place of trick().querySelectorAll(".win, .gone-out")) place.classList.remove("win", "gone-out");
  for (const card of trick().querySelectorAll(".out")) card.classList.remove("out");
  const foot = document.querySelector("#foot:has([data-next])");
  if (foot) foot.hidden = true;
}

function add(button) {
  const place = places().find((each) => !played(each).value);
  if (!place && asking) { waiting.push(button); return; }
  if (!place) { ask(button); return; } // perhaps there is room for one more
  version += 1;
  unsay();
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
  version += 1;
  played(place).value = "";
  const open = document.createElement("span");
  open.className = "card open";
  button.querySelector("[data-card]").replaceChildren(open);
  button.disabled = true;
  unsay();
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
