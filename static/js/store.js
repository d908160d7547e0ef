// The database of this phone: the outbox ("send …") and drafts ("draft …").

import { createStore, del, entries, set } from "./vendor/idb-keyval-6.3.0.min.js";

// Pocket at /pocket/ on the same host has a store of its own, hence the path; site.js builds the same name. Never
// rename the store "kept": phones have rounds in it.
const store = createStore(`scorekeeper${new URL(import.meta.url).pathname.split("/static/")[0]}`, "kept");

/** Return all entries whose keys begin with this prefix, the oldest first: [[key, value], …]. */
export async function all(prefix) {
  return (await entries(store))
    .filter(([key]) => key.startsWith(prefix))
    .sort(([, one], [, other]) => one.at - other.at);
}

/** Store a value; reject if this browser has no storage. */
export const put = async (key, value) => set(key, value, store);

export const remove = async (key) => del(key, store);

const WHO = document.body.dataset.who.replace(/^link-\w+$/, "link"); // so that drafts survive a new share link
// The fields that differ in each rendered form.
const OURS = new Set(["csrfmiddlewaretoken", "key", "round", "seen", "situation", "entry", "sent"]);
export const isOurs = (field) => OURS.has(field.name);

/**
 * Return the forms whose drafts are stored: those with data-draft, and others that save and have visible fields, but no
 * file and no password, even one that is shown as text (data-reveal).
 */
export const draftForms = () =>
  [...document.querySelectorAll("form[data-draft], form[data-once]")].filter(
    (form) =>
      "draft" in form.dataset ||
      (form.querySelector("input:not([type=hidden]), select, textarea") &&
        !form.querySelector("[type=password], [data-reveal], [type=file]")),
  );

const draftKey = (about) => `draft ${WHO} ${about}`;

/** Return the key of a form's draft: what the form says it is about, or else its address and initial values. */
export function draftKeyOfForm(form) {
  const to = new URL(form.getAttribute("action") ?? "", location.href).pathname;
  return draftKey(form.dataset.draft ?? `${to} ${JSON.stringify(initialValues(form))}`);
}

const initialValues = (form) =>
  [...form.querySelectorAll("input, select, textarea")]
    .filter((field) => !isOurs(field))
    .map((field) => [field.name, initialValue(field)]);

function initialValue(field) {
  if (field.options) return [...field.options].filter((each) => each.defaultSelected).map((each) => each.value);
  return ["radio", "checkbox"].includes(field.type) ? field.defaultChecked : field.defaultValue;
}

export const messages = document.getElementById("messages").dataset;
export const fill = (text, facts) => text.replace(/\{(\w+)\}/g, (_, name) => facts[name] ?? "");

/** Return the address of the match to which this address belongs; undefined if it belongs to none. */
export const matchOf = (address) => address.match(/^.*?\/g\/[^/]+\/m\/[^/]+\//)?.[0];

/** Return a notice with an icon, a text and buttons: {label: click handler}. */
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
