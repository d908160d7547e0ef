// Building: enable only the points that the chosen card can be worth. None are enabled without a card or on the map.
// Without this script, all points are enabled, and the scoring reports those that do not fit.

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
// Listen in the capture phase: points that no longer fit are disabled before the preview is requested, and not sent.
form.addEventListener("input", showAll, { capture: true });
showAll();

// Open this player's fields, and close those that were open. If points are chosen in the closed ones, mark them as
// done: the CSS then hides all points that are not chosen.
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

// Remove derived numbers from the placeholders until the next preview.
for (const field of form.querySelectorAll("[data-follows]")) {
  field.addEventListener("input", () => {
    for (const other of form.querySelectorAll("[data-follows]")) other.placeholder = "";
  });
}

// Open folds that have values, so that no value is hidden.
for (const fold of form.querySelectorAll("details.fold")) {
  if ([...fold.querySelectorAll("input, select")].some((field) => field.value)) fold.open = true;
}
