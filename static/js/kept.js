// What this phone keeps until the server has it: forms on their way, and rounds that are being typed.

import { createStore, del, entries, set } from "./vendor/idb-keyval-6.3.0.min.js";

// A site beside this one, as in /pocket/, has a store of its own; site.js asks for it by the same name.
const store = createStore(`scorekeeper${new URL(import.meta.url).pathname.split("/static/")[0]}`, "kept");

/** Everything under keys that begin so, the oldest first: [[key, value], …]. */
export async function all(prefix) {
  return (await entries(store))
    .filter(([key]) => key.startsWith(prefix))
    .sort(([, one], [, other]) => one.at - other.at);
}

/** Rejects where this browser keeps nothing. */
export const keep = async (key, value) => set(key, value, store);

export const drop = async (key) => del(key, store);

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
