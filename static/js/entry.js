// Entering a round: the keypad, the form's key, and the form of the next round. htmx shows the preview.
// Without this script, the same form has plain text fields.

import { whenIdle } from "./taps.js";

const form = document.getElementById("entry");
// In the order of entry, which may differ from that of the page: first all bids, then all numbers of tricks.
const numbers = [...form.querySelectorAll("input[data-number]")];
numbers.sort((one, other) => (one.dataset.order ?? 0) - (other.dataset.order ?? 0));
const keypad = form.querySelector("[data-keypad]");
const dock = keypad?.closest("[data-dock]");
const foot = document.querySelector(".foot");
const result = document.getElementById("result");

// Make the key of a new round when the page is loaded, so that the server saves the round only once. A correction
// keeps the server's key.
const newKey = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((n) => n.toString(16).padStart(2, "0")).join("");
if (form.elements.key && !form.elements.entry) form.elements.key.value = newKey();

// Reset the form for the next round while the last one waits in the outbox (outbox.js): a new key, the next dealer,
// and the next round's number. The server gives the round whatever number is free by then ("next").
const drawn = [...form.querySelectorAll("[id^=live-], .wrong, #asked")].map((each) => [each, each.innerHTML]);
form.addEventListener("next", () => {
  const { key, next, turn, round } = form.elements;
  key.value = newKey();
  next.value = "yes";
  const around = form.dataset.next.split(" "); // the seats of all who deal in turn, clockwise
  if (turn?.value) turn.value = around[(around.indexOf(turn.value) + 1) % around.length];
  if (round) round.value = Number(round.value) + 1;
  for (const { firstChild: text } of [document.querySelector("h1"), document.getElementById("save")])
    if (text.data) text.data = text.data.replace(/\d+/, (number) => Number(number) + 1);
  for (const about of document.querySelectorAll("h1 ~ p")) about.remove();
  for (const [each, html] of drawn) each.innerHTML = html;
  result.replaceChildren();
  form.reset();
  for (const dealer of form.querySelectorAll("#besides [name=dealer]")) dealer.checked = false; // the next dealer deals
  form.dispatchEvent(new CustomEvent("filled", { detail: {} }));
  dispatchEvent(new Event("pageshow")); // scripts that render from the fields render again
  if (keypad && numbers.length) choose(numbers[0]);
});

// Show values that follow from other fields as placeholders, and answers that do as marked.
form.addEventListener("filled", ({ detail }) => {
  for (const field of form.querySelectorAll("input[type=text]")) field.placeholder = detail[field.name] ?? "";
  for (const answer of form.querySelectorAll("input[type=radio]"))
    answer.parentElement.toggleAttribute("data-follows", detail[answer.name] === answer.value);
});

// Dispatch "news" if somebody else has saved something (nights/parts/news.html): some forms then request a new preview.
// If the preview has hidden the current field, because it is no longer asked for, the next one becomes current.
document.addEventListener("htmx:after:swap", ({ target }) => {
  if (target.id === "news") form.dispatchEvent(new Event("news"));
  else if (current && !isAsked(current)) choose(after(current) ?? numbers.find(isAsked) ?? current);
});

// The keypad types into the current field. As soon as a field can take no more digits, the next one, if it is empty,
// becomes current automatically. Directly after that, the key "next" does nothing, and "del" deletes the last digit of
// the previous field.
let current = numbers.find((number) => !number.value && isAsked(number)) ?? numbers[0];
let previous; // the previous field, if the current one was chosen automatically
let selected; // the current field, if the next digit replaces its value

function choose(number) {
  current = number;
  previous = undefined;
  for (const each of numbers) each.closest(".field").toggleAttribute("aria-current", each === number);
  select(number.value ? number : undefined);
}

function select(number) {
  selected?.removeAttribute("data-whole");
  selected = number;
  selected?.setAttribute("data-whole", "");
}

function press(name) {
  if (!current || (previous && name === "next")) {
    previous = undefined;
    return;
  }
  if (previous && name === "del") choose(previous);
  previous = undefined;
  if (selected && /\d/.test(name)) current.value = "";
  select(undefined);
  const digits = current.value.replace("−", "");
  if (name === "del") current.value = current.value.slice(0, -1);
  else if (name === "minus") current.value = current.value.startsWith("−") ? digits : `−${digits}`;
  else if (name === "next") {
    choose(after(current) ?? numbers.find(isAsked) ?? current);
    current.scrollIntoView({ block: "nearest" });
  } else if (digits.length < Number(current.dataset.digits)) current.value += name;
  if (name === "next") return;
  current.dispatchEvent(new Event("input", { bubbles: true }));
  if (/\d/.test(name) && current.dataset.most && isFull(Number(current.value), current.dataset.most)) goOn();
}

/** Return whether a number can take no more digits: it is 0, or one more digit would exceed the maximum. */
const isFull = (number, most) => number === 0 || number * 10 > most;

function goOn() {
  const full = current;
  const following = after(full);
  if (!following || following.value) return;
  choose(following);
  following.scrollIntoView({ block: "nearest" });
  previous = full;
}

/** Return the next number to type after this one, in the order of entry. */
function after(number) {
  return numbers.slice(numbers.indexOf(number) + 1).find((each) => isAsked(each) && !isTicked(each));
}

// What is no longer asked keeps its room, and what is asked has none, until nobody taps.
document.addEventListener("htmx:after:swap", () =>
  whenIdle(() => {
    for (const mark of form.querySelectorAll(".asked")) mark.classList.toggle("gone", !!mark.firstElementChild);
  }),
);

/** Return whether a number is asked for: the others are invisible, or in a closed part of the form. */
function isAsked(number) {
  return number.checkVisibility({ checkVisibilityCSS: true });
}

/** Return whether a checkbox beside the field is checked, which replaces the number. */
const isTicked = (number) => Boolean(number.closest(".field").querySelector(":checked"));

// Enter goes to the next number, and saves only from the last one.
form.addEventListener("keydown", (event) => {
  const following = event.key === "Enter" && numbers.includes(event.target) && after(event.target);
  if (!following) return;
  event.preventDefault();
  following.focus();
});

const ABOVE_FOOT = 6; // px
const FOR_RESULT = 110; // px for the preview below the keypad

/** Return whether this field reaches under the keypad. */
const isUnder = (number) => number.getBoundingClientRect().bottom > dock.getBoundingClientRect().top;

if (keypad && numbers.length) {
  if (numbers.length === 1) keypad.querySelector("[data-key=next]").style.visibility = "hidden";
  for (const number of numbers) {
    number.inputMode = "none";
    number.addEventListener("focus", () => choose(number));
  }
  choose(current);
  // Make the keypad sticky above the footer, unless it takes up 40 % of the screen or more, as with large text. If the
  // sticky keypad leaves no room below it for the preview, show the preview above the keys, so that they do not move
  // when the preview appears.
  function arrange() {
    keypad.hidden = !numbers.some(isAsked);
    const { clientHeight: screen } = document.documentElement;
    const said = foot.contains(result) ? result.offsetHeight : 0;
    dock.classList.remove("stays");
    dock.style.setProperty("--spare", "0px");
    const spare = screen - foot.offsetHeight + said - ABOVE_FOOT - dock.getBoundingClientRect().bottom - scrollY;
    const stays = keypad.offsetHeight > 0 && keypad.offsetHeight < screen * 0.4;
    const tells = stays && spare < FOR_RESULT;
    if (tells) dock.style.setProperty("--spare", `${Math.max(0, spare)}px`);
    dock.classList.toggle("stays", stays);
    if (tells !== dock.contains(result)) (tells ? dock : foot).prepend(result);
    place();
  }
  // Store the height of the sticky keypad in --dock (0px if it is not sticky), and remove the z-index that the last tap
  // has set. If the current field has a value and the keypad covers it, scroll it into view.
  function place() {
    dock.style.zIndex = "";
    const height = dock.matches(".stays") ? dock.offsetHeight + ABOVE_FOOT : 0;
    document.documentElement.style.setProperty("--dock", `${height}px`);
    if (current.value && isUnder(current)) current.scrollIntoView({ block: "nearest" });
  }
  arrange();
  addEventListener("resize", () => whenIdle(arrange));
  document.addEventListener("htmx:after:swap", () =>
    whenIdle(() => {
      if (keypad.hidden === numbers.some(isAsked)) arrange();
    }),
  );
  form.addEventListener(
    "toggle",
    ({ target }) => {
      const inside = target.open && numbers.find((number) => target.contains(number));
      if (inside) choose(inside);
      whenIdle(arrange);
    },
    true,
  );
  const observer = new ResizeObserver(() => whenIdle(place));
  for (const each of [dock, foot]) observer.observe(each);
  // Holding a digit enters it and moves on to the next field.
  const key = ({ target }) => target.closest("[data-key]")?.dataset.key;
  keypad.addEventListener("hold", (event) => {
    if (!/^\d$/.test(key(event))) return;
    event.preventDefault();
    press(key(event));
    press("next");
  });
  keypad.addEventListener("contextmenu", (event) => event.preventDefault());
  form.addEventListener("change", () => {
    if (current.dataset.most && isTicked(current)) goOn();
  });
  const hint = form.querySelector("[data-hold]");
  try {
    const seen = Number(localStorage.holdHint ?? 0);
    if (hint && numbers.length > 1 && seen < 3) {
      hint.hidden = false;
      localStorage.holdHint = seen + 1;
    }
  } catch {
    /* no storage: no hint */
  }
  keypad.addEventListener("click", (event) => {
    dock.style.zIndex = 3;
    whenIdle(place);
    if (key(event)) press(key(event));
    if (isUnder(current)) current.scrollIntoView({ block: "nearest" });
  });
}
