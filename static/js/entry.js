// Entering a round: the keypad, cards that are given out, steppers, and the result while one types.
// Without this file the same form is filled in by ordinary fields.

const form = document.getElementById("entry");
const numbers = [...form.querySelectorAll("input[data-number]")];
// Sentences that the answer fills in: <span data-sentence="side">, with what they say until then.
const sentences = [...form.querySelectorAll("[data-sentence]")].map((element) => ({ element, before: element.textContent }));
const outputs = [...form.querySelectorAll("output[name]")]; // sentences that the answer fills in
const keypad = form.querySelector("[data-keypad]");

// The entry's key is made once, here: the same form sent twice is one round.
const key = form.elements.key;
if (!sessionStorage.getItem(key.value)) {
  const made = [...crypto.getRandomValues(new Uint8Array(16))].map((n) => n.toString(16).padStart(2, "0")).join("");
  if (!form.elements.entry) key.value = made;
}

// The result so far, at most one request at a time; the last state always gets its answer.
const result = document.getElementById("result");
let asking = false;
let askAgain = false;
let waiting;
// A form that came back with problems is told all of them until it is right, its gaps too.
const sentBefore = Boolean(form.querySelector(".wrong p"));

async function ask() {
  if (asking) { askAgain = true; return; }
  asking = true;
  try {
    const body = new FormData(form);
    if (sentBefore) body.set("sent", "yes");
    const answer = await fetch(form.dataset.preview, { method: "POST", body, headers: { "X-Requested-With": "fetch" } });
    if (answer.ok) show(await answer.text());
  } catch { /* no network just now: saving will say so */ } finally {
    asking = false;
    if (askAgain) { askAgain = false; ask(); }
  }
}

function show(html) {
  const open = result.querySelector("details")?.open;
  const page = new DOMParser().parseFromString(html, "text/html");
  const problems = [...page.querySelectorAll("#problems li")];
  const filled = [...page.querySelectorAll("#filled li")];
  page.getElementById("problems")?.remove();
  const drawing = page.getElementById("drawing"); // for the game's own script
  page.getElementById("filled")?.remove();
  drawing?.remove();
  result.replaceChildren(...page.body.childNodes);
  if (open && result.querySelector("details")) result.querySelector("details").open = true;
  for (const slot of form.querySelectorAll("[data-at]")) slot.replaceChildren();
  for (const problem of problems) {
    const said = document.createElement("p");
    said.textContent = problem.textContent;
    slotFor(problem.dataset.slot).append(said);
  }
  for (const number of numbers) number.placeholder = "";
  for (const { element, before } of sentences) {
    const said = filled.find((item) => item.dataset.name === element.dataset.sentence)?.textContent ?? before;
    if (element.textContent !== said) element.textContent = said;
  }
  for (const output of outputs) output.value = output.defaultValue;
  for (const item of filled) {
    const field = form.elements[item.dataset.name];
    if (field instanceof HTMLOutputElement) field.value = item.textContent;
    if (field instanceof HTMLInputElement && field.type === "text") field.placeholder = item.textContent;
  }
  form.dispatchEvent(new CustomEvent("result", { detail: { problems: problems.length, drawing } }));
}

function slotFor(path) {
  const slots = [...form.querySelectorAll("[data-at]")];
  return slots.find((slot) => slot.dataset.at === path)
    ?? slots.find((slot) => "deep" in slot.dataset && path.startsWith(`${slot.dataset.at}.`))
    ?? slots[0];
}

export function changed() {
  clearTimeout(waiting);
  waiting = setTimeout(ask, 80);
}
form.addEventListener("input", changed);
form.addEventListener("change", changed);
if (numbers.some((number) => number.value) || form.querySelector(":checked, option[value]:not([value='']):checked")) changed();

// One tap is one round, however often the thumb comes down.
form.addEventListener("submit", (event) => {
  if (form.dataset.sent) event.preventDefault();
  form.dataset.sent = "yes";
});
addEventListener("pageshow", () => { delete form.dataset.sent; });

// The keypad types into the current number.
let current = numbers.find((number) => !number.value) ?? numbers[0];

function choose(number) {
  current = number;
  for (const each of numbers) each.closest(".field").toggleAttribute("aria-current", each === number);
}

function press(name) {
  if (!current) return;
  const digits = current.value.replace("−", "");
  if (name === "del") current.value = current.value.slice(0, -1);
  else if (name === "minus") current.value = current.value.startsWith("−") ? digits : `−${digits}`;
  else if (name === "next") choose(numbers[(numbers.indexOf(current) + 1) % numbers.length]);
  else if (digits.length < Number(current.dataset.digits)) current.value += name;
  if (name !== "next") current.dispatchEvent(new Event("input", { bubbles: true }));
}

if (keypad && numbers.length) {
  keypad.hidden = false;
  for (const number of numbers) {
    number.inputMode = "none";
    number.addEventListener("focus", () => choose(number));
  }
  choose(current);
  // A figure that is held down is the last of its number: on to the next one.
  let holding;
  keypad.addEventListener("pointerdown", (event) => {
    const name = event.target.closest("[data-key]")?.dataset.key;
    holding = setTimeout(() => { holding = null; press(name); press("next"); }, /^\d$/.test(name) ? 400 : 2 ** 31 - 1);
  });
  for (const end of ["pointerup", "pointercancel", "pointerout"]) keypad.addEventListener(end, () => { if (holding) clearTimeout(holding); });
  keypad.addEventListener("contextmenu", (event) => event.preventDefault());
  keypad.addEventListener("click", (event) => {
    const name = event.target.closest("[data-key]")?.dataset.key;
    if (name && holding !== null) press(name);
    holding = undefined;
  });
}

// Steppers: − 0 +
for (const step of form.querySelectorAll("[data-step]")) {
  step.addEventListener("click", () => {
    const field = step.closest(".step").querySelector("input");
    const most = Number(field.max || 99);
    field.value = Math.min(most, Math.max(0, Number(field.value || 0) + Number(step.dataset.step))) || "";
    field.dispatchEvent(new Event("input", { bubbles: true }));
  });
}
