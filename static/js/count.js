// The search for missing cards. htmx sends each change and puts it into the page's address, so that reloading or going
// back loses nothing.
// This script shows a button beside the cards that marks the open pile as done. Without this script, each pile has only
// its checkbox for that.

const form = document.getElementById("entry");
const doneButton = form.querySelector("[data-done]");
const tabs = [...form.querySelectorAll(".piles [data-pile]")];

const boxOf = (tab) => form.querySelector(`[name=done][value="${tab.dataset.pile}"]`);
const openTab = () => tabs.find((tab) => tab.getAttribute("aria-pressed") === "true");

function showDone() {
  const open = openTab();
  doneButton.hidden = !open;
  if (open) doneButton.setAttribute("aria-pressed", String(boxOf(open).checked));
  for (const tab of tabs) tab.classList.toggle("is-done", boxOf(tab).checked);
}

doneButton.addEventListener("click", () => boxOf(openTab()).click());
// Listen on the form: a click reaches it after the tabs' own listeners (piles.js) have run.
form.addEventListener("click", showDone);
addEventListener("pageshow", showDone);
