// Building: only the points that the chosen card can be worth can be chosen; on the map none.
// Without this file all are, and the scoring tells what does not fit.

import { keepScroll } from "../js/taps.js";

const form = document.getElementById("entry");

function show(site) {
  const points = site.querySelector("[data-worths]");
  if (!points) return;
  const seat = site.querySelector("input[name^=card-]")?.name.slice("card-".length);
  const placed = form.elements.map && !form.elements.map.disabled;
  const card = site.querySelector("input[name^=card-]:checked");
  const worth = card && !placed ? card.dataset.worth.split(" ") : [];
  for (const choice of points.querySelectorAll("input")) {
    choice.disabled = !worth.includes(choice.value);
    choice.checked = !choice.disabled && (choice.checked || worth.length === 1);
  }
}

const sites = [...form.querySelectorAll("[data-site]")];
const showAll = () => sites.forEach(show);
// Before the result so far is asked for: what no longer fits is not sent.
form.addEventListener("input", showAll, { capture: true });
showAll();

// Whoever has points needs no more numbers once it is another's turn; what is tapped stays under the thumb.
function open(site) {
  const before = sites.find((each) => each.matches("[data-open]"));
  before?.toggleAttribute("data-done", Boolean(before.querySelector("[data-worths] :checked")));
  before?.removeAttribute("data-open");
  site.removeAttribute("data-done");
  site.setAttribute("data-open", "");
}
open(sites.find((site) => !site.querySelector("input[name^=card-]:checked")) ?? sites[0]);
form.addEventListener("click", ({ target }) => {
  const site = target.closest("[data-site]");
  if (site && !site.matches("[data-open]")) keepScroll(() => open(site));
});

// A number that followed from the others is taken back until the next answer.
for (const field of form.querySelectorAll("[data-follows]")) {
  field.addEventListener("input", () => {
    for (const other of form.querySelectorAll("[data-follows]")) other.placeholder = "";
  });
}

// What somebody filled in is not hidden from them.
for (const fold of form.querySelectorAll("details.fold")) {
  if ([...fold.querySelectorAll("input, select")].some((field) => field.value)) fold.open = true;
}
