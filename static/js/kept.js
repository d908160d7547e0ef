// What this phone keeps until the server has it: forms on their way, and rounds that are being typed.

import { createStore, del, entries, set } from "./vendor/idb-keyval-6.3.0.min.js";

const store = createStore("scorekeeper", "kept");

/** Everything under keys that begin so, the oldest first: [[key, value], …]. */
export async function all(prefix) {
  const found = await entries(store);
  if (!found.length) flag(false);
  return found.filter(([key]) => key.startsWith(prefix)).sort(([, one], [, other]) => one.at - other.at);
}

/** Rejects where this browser keeps nothing. */
export async function keep(key, value) {
  flag(true);
  return set(key, value, store);
}

export const drop = async (key) => del(key, store);

/** Pages that need none of this look here only. */
function flag(something) {
  try {
    if (something) localStorage.kept = "1";
    else delete localStorage.kept;
  } catch { /* no storage at all */ }
}

export const words = document.getElementById("kept").dataset;
export const fill = (text, facts) => text.replace(/\{(\w+)\}/g, (_, name) => facts[name] ?? "");

/** A note with an icon of the page's own, a sentence and buttons: {words: what they do}. */
export function note(icon, text, buttons = {}) {
  const note = document.getElementById("kept").content.querySelector(".said").cloneNode(true);
  for (const each of note.querySelectorAll("svg")) if (!each.classList.contains(icon)) each.remove();
  note.querySelector("span").textContent = text;
  for (const [said, act] of Object.entries(buttons)) {
    const button = document.createElement("button");
    Object.assign(button, { type: "button", className: "link", textContent: said });
    button.addEventListener("click", act);
    note.append(button);
  }
  return note;
}
