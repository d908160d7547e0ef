// The count check while one taps: the same page is asked for in the background, and what it says is put in.
// Its address follows, so that a reload or the way back loses nothing. Without this file a button asks.

const form = document.getElementById("entry");
const doneButton = form.querySelector("[data-done]");
const tabs = [...form.querySelectorAll(".piles [data-pile]")];
let asking = false;
let askAgain = false;
let waiting;

function address() {
  const fields = [...new FormData(form)].filter(([, value]) => value !== "");
  return `${form.getAttribute("action")}?${new URLSearchParams(fields)}`;
}

async function ask() {
  if (asking) { askAgain = true; return; }
  asking = true;
  try {
    const here = address();
    const answer = await fetch(here);
    if (answer.ok) show(await answer.text());
    history.replaceState(null, "", here);
  } catch { /* no network just now: the next tap asks again */ } finally {
    asking = false;
    if (askAgain) { askAgain = false; ask(); }
  }
}

function show(html) {
  const page = new DOMParser().parseFromString(html, "text/html");
  for (const old of document.querySelectorAll("[data-live]")) {
    const fresh = page.getElementById(old.id);
    if (fresh && fresh.innerHTML !== old.innerHTML) old.replaceChildren(...fresh.childNodes);
  }
}

// The open pile is ticked where the thumb is, beside its cards.
const boxOf = (tab) => form.querySelector(`[name=done][value="${tab.dataset.pile}"]`);
const openTab = () => tabs.find((tab) => tab.getAttribute("aria-pressed") === "true");

function showDone() {
  const open = openTab();
  doneButton.hidden = !open;
  if (open) doneButton.setAttribute("aria-pressed", String(boxOf(open).checked));
  for (const tab of tabs) tab.classList.toggle("is-done", boxOf(tab).checked);
}

doneButton.addEventListener("click", () => {
  const box = boxOf(openTab());
  box.checked = !box.checked;
  changed();
});

function changed() {
  clearTimeout(waiting);
  waiting = setTimeout(ask, 80);
}
form.addEventListener("input", changed);
form.addEventListener("change", changed);
// After the piles have heard of the tap themselves.
form.addEventListener("click", showDone);
addEventListener("pageshow", showDone);
