/*
Drafts. What is typed into a form is stored on this phone until the form is sent, for three days at most. It is restored
after a reload, or after the browser was closed.

The key of a draft says what its form is about (<form data-draft="…"> or, without that, the form's address and initial
values). So a draft is never restored into the form of another round, nor into one that others have changed meanwhile.
The key of a new round ends with its number and that of the match's last entry, which stays the same after an Undo.

data-typed  The server has returned the form with what was typed. No draft replaces it.
data-due    A preset radio button whose choice depends on whose turn it is. It is not stored, since the turn may have
            changed when the draft is restored.
*/

import { all, draftForms, draftKeyOfForm, isOurs, messages, put, remove } from "./store.js";
import { whenIdle } from "./taps.js";

const DRAFT_LIFETIME = 3 * 24 * 60 * 60 * 1000; // ms
const everything = await all("draft ").catch(() => []);
const drafts = everything.filter(([, draft]) => Date.now() - draft.changed < DRAFT_LIFETIME);
const found = (name) => drafts.find(([key]) => key === name)?.[1];
for (const [key] of everything) if (!found(key)) remove(key);

for (const form of draftForms()) follow(form);

function follow(form) {
  let key = draftKeyOfForm(form);
  const named = "draft" in form.dataset;
  // whether the address's parameters have filled in the form
  const filled = named && [...new URLSearchParams(location.search).keys()].some((name) => name !== "as");
  const early = "touched" in form.dataset; // typed before this script was loaded (site.js)
  const old = filled || early || "typed" in form.dataset ? null : found(key);
  let at = old?.at ?? Date.now();
  let changed = old?.changed ?? 0;
  let waiting;
  let gone = false;

  const write = () => {
    clearTimeout(waiting);
    if (waiting && !gone)
      put(key, {
        at,
        changed: (changed = Date.now()),
        fields: read(form),
        folds: folds().map((fold) => fold.open),
      }).catch(() => {});
    waiting = undefined;
  };
  const writeSoon = () => {
    clearTimeout(waiting);
    waiting = setTimeout(write, 200);
  };
  const typed = () => {
    document.getElementById("result")?.classList.add("old"); // the preview no longer fits the fields
    writeSoon();
  };
  const folds = () => [...form.querySelectorAll("details")];

  if (old) {
    const screen = new URLSearchParams(old.fields).get("screen");
    const isOther = screen && screen !== form.elements.screen?.value;
    const way = isOther && document.querySelector(`.ways a[href*="as=${CSS.escape(screen)}"]`);
    if (way && !new URLSearchParams(location.search).has("as")) location.replace(way.href);
    else if (way || !isOther) {
      restore(form, old.fields, isOther); // what another way to enter the round asks alike travels to this one
      folds().forEach((fold, index) => {
        fold.open ||= !isOther && Boolean(old.folds[index]);
      });
      form.dispatchEvent(new CustomEvent("restored", { detail: old.fields }));
      dispatchEvent(new Event("pageshow")); // scripts that render from the fields render again
      form.dispatchEvent(new Event("input", { bubbles: true }));
      if (!isOther) offerToStartOver();
    }
  }
  form.addEventListener("input", typed);
  form.addEventListener("stored", () => {
    gone = true;
  });
  form.addEventListener("next", () => {
    const later = (_all, round, seen) => `${Number(round) + 1}.${Number(seen) + 1}`;
    form.dataset.draft = form.dataset.draft.replace(/(\d+)\.(\d+)$/, later);
    key = draftKeyOfForm(form);
    [at, changed, gone] = [Date.now(), 0, false];
  });
  form.addEventListener("htmx:after:swap", () => document.getElementById("result")?.classList.remove("old"));
  addEventListener("pagehide", write); // may come too late, so a click that leaves the page writes, too (below)
  addEventListener(
    "click",
    ({ target }) => {
      if (target.closest?.("a, button:not([type=button])")) write();
    },
    true,
  );
  document.addEventListener("visibilitychange", async () => {
    write();
    const kept = document.hidden || gone ? [] : await all(key);
    if (kept.find(([name]) => name === key)?.[1].changed > changed) location.reload(); // a newer draft of another tab
  });
  if (early || "typed" in form.dataset) writeSoon();

  function offerToStartOver() {
    const anew = Object.assign(document.createElement("button"), {
      type: "button",
      className: "link",
      textContent: messages.anew,
    });
    anew.addEventListener("click", async () => {
      gone = true;
      await remove(key);
      location.reload();
    });
    whenIdle(() => gone || form.append(anew));
    form.addEventListener("stored", () => anew.remove());
  }
}

function read(form) {
  const due = form.querySelector("[data-due]:checked")?.name;
  const fields = [...new FormData(form)].filter(([name]) => !isOurs({ name }) && name !== due);
  for (const field of form.querySelectorAll("input:not([name])[id][type=text]"))
    fields.push([`#${field.id}`, field.value]);
  return fields;
}

function restore(form, fields, isOther) {
  const values = new Map();
  for (const [name, value] of fields) values.set(name, [...(values.get(name) ?? []), value]);
  for (const field of form.querySelectorAll("input, select, textarea")) {
    if (isOurs(field) || field.type === "hidden") continue;
    const kept = values.get(field.name || `#${field.id}`);
    if (isOther && !kept) continue;
    if (["radio", "checkbox"].includes(field.type))
      field.checked = kept?.includes(field.value) ?? "due" in field.dataset;
    else if (kept) field.value = kept.shift();
  }
}
