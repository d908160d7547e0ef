// Seating players round the drawn table. A tap on a name gives this player the next seat. A tap on a seat makes its
// player the first dealer, and a tap on its cross removes the player.
// The plain text fields, which do the same without this script, are hidden and submitted.

const form = document.getElementById("seats");
const plain = form.querySelector("[data-plain]");
const dealing = form.querySelector("[data-dealing]");
const words = document.getElementById("words").dataset;
const start = document.getElementById("start");
const startText = start.textContent;
const most = Number(form.dataset.most);
const least = Number(words.least);

form.prepend(document.getElementById("drawn").content.cloneNode(true));
const drawn = form.querySelector(".seating");
const table = drawn.querySelector(".round-table");
const hint = drawn.querySelector("[data-hint]");
const keys = drawn.querySelector(".people-keys");
const newName = document.getElementById("new-name");
const fields = [...plain.querySelectorAll("input[name=seat]")];

// Show errors above the table, since their fields are hidden.
const said = document.getElementById("table-problems");
for (const problem of form.querySelectorAll("[data-plain] .wrong p, [data-dealing] .wrong p")) said.append(problem);
drawn.before(said);

const visibleText = (name) => name.replace(/[\p{Default_Ignorable_Code_Point}\u2800]/gu, "").trim();
const key = (name) => visibleText(name.normalize("NFC")).replace(/\s+/g, " ").toLocaleLowerCase();
// Wrap a right-to-left name in Unicode isolates, as the server does, so that the sentence around it keeps its order.
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/;
const isolated = (name) => (RIGHT_TO_LEFT.test(name) ? `\u2068${name}\u2069` : name);
const fill = (text, facts) => text.replace(/\{(\w+)\}/g, (_, name) => facts[name] ?? "");

const mostPlaying = Number(words.mostPlaying);
let seated = fields.map((field) => field.value.trim()).filter(Boolean);
const chosen = form.querySelector("input[name=dealer]:checked")?.value;
let dealer = chosen === "random" ? null : fields[Number(chosen)]?.value.trim() || null;
dealing.remove();
plain.hidden = true;

function seatOf(name, seat) {
  const place = document.createElement("div");
  place.className = `sat at${seat + 1}${name.length > 9 ? " long" : ""}`;
  const label = document.createElement("label");
  const radio = document.createElement("input");
  Object.assign(radio, { type: "radio", name: "dealer", value: String(seat), checked: name === dealer });
  radio.addEventListener("change", () => {
    dealer = name;
    show();
    table.querySelector(":checked")?.focus({ preventScroll: true });
  });
  const deals = document.createElement("span");
  deals.className = "deals";
  deals.textContent = seated.length > mostPlaying ? words.pauses : words.deals;
  label.append(
    radio,
    buttonFor(name).querySelector(".who").cloneNode(true),
    buttonFor(name).querySelector(".name").cloneNode(true),
    deals,
  );
  const leaves = document.createElement("button");
  Object.assign(leaves, { type: "button", className: "leaves", textContent: "×" });
  leaves.setAttribute("aria-label", fill(words.leaves, { name: isolated(name) }));
  leaves.addEventListener("click", () => sit(name));
  place.append(label, leaves);
  return place;
}

function show() {
  if (!seated.includes(dealer)) dealer = seated[0] ?? null;
  fields.forEach((field, index) => {
    field.value = seated[index] ?? "";
  });
  for (const old of table.querySelectorAll(".sat")) old.remove();
  table.dataset.count = String(seated.length);
  table.append(...seated.map(seatOf));
  for (const button of keys.querySelectorAll("button")) {
    button.hidden = seated.some((name) => key(name) === key(button.dataset.player));
    button.disabled = seated.length >= most;
  }
  const missing = least - seated.length;
  hint.textContent = !seated.length
    ? words.nobody
    : missing > 0
      ? fill(words.more, { count: missing })
      : words.first;
  drawn.querySelector("[data-random]").hidden = seated.length < 2;
  start.textContent = missing > 0 || !dealer ? startText : fill(words.start, { name: isolated(dealer) });
}

function sit(name) {
  const seat = seated.findIndex((other) => key(other) === key(name));
  if (seat >= 0) seated.splice(seat, 1);
  else if (seated.length < most) seated.push(name);
  changed();
}

function changed() {
  said.replaceChildren();
  show();
  form.dispatchEvent(new Event("input", { bubbles: true }));
}

function say(text) {
  said.replaceChildren(Object.assign(document.createElement("p"), { textContent: text }));
}

function buttonFor(name) {
  return [...keys.querySelectorAll("button")].find((button) => key(button.dataset.player) === key(name));
}

function listen(button) {
  button.addEventListener("click", () => sit(button.dataset.player));
}

/**
 * Add a button for a new name. It shows the initial: a new player gets a sign (colour, shape and letters) only when the
 * game begins.
 */
function addKey(name) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = name.length > 9 ? "opt long" : "opt";
  button.dataset.player = name;
  const text = document.createElement("span");
  text.className = "name";
  text.textContent = isolated(name);
  const who = document.createElement("span");
  who.className = "who new";
  who.setAttribute("aria-hidden", "true");
  who.textContent = [...name][0].toLocaleUpperCase();
  button.append(who, text);
  listen(button);
  keys.append(button);
  return button;
}

function addNew() {
  const name = newName.value.trim().replace(/\s+/g, " ");
  if (!visibleText(name)) {
    newName.focus();
    return;
  }
  const known = buttonFor(name) ?? addKey(name);
  const sits = known.hidden;
  if (!sits) sit(known.dataset.player);
  if (sits) say(fill(words.sits, { name: isolated(known.dataset.player) }));
  else if (!known.hidden) say(fill(words.full, { name: isolated(known.dataset.player) }));
  newName.value = "";
  newName.focus();
}

for (const button of keys.querySelectorAll("button")) listen(button);
for (const name of seated) if (!buttonFor(name)) addKey(name);
drawn.querySelector("[data-add]").addEventListener("click", addNew);
newName.addEventListener("keydown", (event) => {
  if (event.key === "Enter") {
    event.preventDefault();
    addNew();
  }
});
// Seat a name that was typed but not yet added.
form.addEventListener(
  "submit",
  () => {
    if (newName.value.trim()) addNew();
  },
  { capture: true },
);
drawn.querySelector("[data-random]").addEventListener("click", () => {
  const others = seated.length;
  const numbers = crypto.getRandomValues(new Uint32Array(1));
  dealer = seated[numbers[0] % others];
  changed();
});
// The summary describes the house rules as the page was loaded: hide it once one of them has been changed.
const rules = form.querySelector("details.rules");
const summary = rules.querySelector("summary .soft");
const isChanged = ({ type, checked, defaultChecked, value, defaultValue }) =>
  /radio|checkbox/.test(type) ? checked !== defaultChecked : value !== defaultValue;
const tellRules = () => {
  summary.hidden = [...rules.querySelectorAll("input")].some(isChanged);
};
form.addEventListener("input", tellRules);
// Show the players and the dealer of a restored draft (draft.js).
form.addEventListener("restored", ({ detail }) => {
  seated = fields.map((field) => field.value).filter(Boolean);
  dealer = seated[detail.find(([name]) => name === "dealer")?.[1]] ?? null;
  for (const name of seated) if (!buttonFor(name)) addKey(name);
  show();
  tellRules();
});
show();
