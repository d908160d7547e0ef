// The count check while one taps: htmx asks, and its address follows, so that a reload or the way back loses nothing.
// Here the open pile is ticked where the thumb is, beside its cards. Without this file its box stands with the pile.

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
// After the piles have heard of the tap themselves.
form.addEventListener("click", showDone);
addEventListener("pageshow", showDone);
