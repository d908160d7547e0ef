// What this phone keeps until the server has it: forms on their way, and rounds that are being typed.

import { createStore, del, entries, set } from "./vendor/idb-keyval-6.3.0.min.js";

// Another site on this host, as in /pocket/, has a store of its own; site.js builds the same name. Never rename the
// store "kept": phones have rounds in it.
const store = createStore(`scorekeeper${new URL(import.meta.url).pathname.split("/static/")[0]}`, "kept");

/** Everything under keys that begin so, the oldest first: [[key, value], …]. */
export async function all(prefix) {
  return (await entries(store))
    .filter(([key]) => key.startsWith(prefix))
    .sort(([, one], [, other]) => one.at - other.at);
}

/** Rejects where this browser keeps nothing. */
export const put = async (key, value) => set(key, value, store);

export const remove = async (key) => del(key, store);

const WHO = document.body.dataset.who.replace(/^link-\w+$/, "link"); // another code of the group is the same phone
const OURS = new Set(["csrfmiddlewaretoken", "key", "round", "seen", "entry", "sent"]); // made anew with each form
export const isOurs = (field) => OURS.has(field.name);

/**
Forms whose fields are kept while they are typed: those that save, unless they ask for a file or for a secret, which may
be shown (reveal.js).
*/
export const draftForms = () =>
  [...document.querySelectorAll("form[data-draft], form[data-once]")].filter(
    (form) =>
      "draft" in form.dataset ||
      (form.querySelector("input:not([type=hidden]), select, textarea") &&
        !form.querySelector("[type=password], [data-reveal], [type=file]")),
  );

/** What is typed about something is kept under this name. */
export const draftKey = (about) => `draft ${WHO} ${about}`;

/** The same for a form that may not say what it is about: then its address and what the server has drawn in it do. */
export function draftKeyOfForm(form) {
  const to = new URL(form.getAttribute("action") ?? "", location.href).pathname;
  return draftKey(form.dataset.draft ?? `${to} ${JSON.stringify(drawn(form))}`);
}

const drawn = (form) =>
  [...form.querySelectorAll("input, select, textarea")]
    .filter((field) => !isOurs(field))
    .map((field) => [field.name, first(field)]);

function first(field) {
  if (field.options) return [...field.options].filter((each) => each.defaultSelected).map((each) => each.value);
  return ["radio", "checkbox"].includes(field.type) ? field.defaultChecked : field.defaultValue;
}

export const messages = document.getElementById("messages").dataset;
export const fill = (text, facts) => text.replace(/\{(\w+)\}/g, (_, name) => facts[name] ?? "");

/** The address of the match that another one is about, if it is about one. */
export const matchOf = (address) => address.match(/^.*?\/g\/[^/]+\/m\/[^/]+\//)?.[0];

/** A note with an icon of the page's own, a sentence and buttons: {words: what they do}. */
export function note(icon, text, buttons = {}) {
  const note = document.getElementById("messages").content.querySelector(".notice").cloneNode(true);
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
