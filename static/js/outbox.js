/*
The outbox: forms that save are sent in the background. A form is stored on this phone until it is saved,
shown again on a page, or discarded. Until the server has answered, it is sent again after growing pauses, and at once
when the network is back or the page becomes visible.
Forms are sent in order, and the server does each of them once, by its key (scorekeeper/sending/).
Pocket's outbox, for what was done offline in a group of a server: pocket/outbox.py, pocket/static/js/sync.js.

item = {key, who: the sender, to: the form's address, fields: [[name, value], …], token: the CSRF token, what: a label
        for people, cells: each seat's points and total, if known, at: ms, asked: the status of a refusal}
*/

import { all, draftKeyOfForm, fill, matchOf, messages, note, put, remove } from "./store.js";
import { whenIdle } from "./taps.js";

const PAUSES = [1, 2, 4, 8, 15, 30, 60]; // seconds
const PATIENCE = 20; // seconds until a request is aborted
const [GONE, BROKEN] = [410, 500]; // statuses: a deleted game or night can be restored; an error of the server's own
const who = document.body.dataset.who;
const foot = () => document.querySelector(".foot");
const storeKey = (item) => `send ${item.key}`;
/** Return the address of the item's match, or else of its form. Items with the same address wait for each other. */
const place = (item) => matchOf(item.to) ?? item.to;

let mine; // the item of this page's form; the page goes to the Location of its answer
let from; // the form from which `mine` was made
let leaving = false; // whether the page is navigating away because of a form
let failed = 0; // failed deliveries in a row
let reached = false; // whether the last request was answered, but with a status over 500
let timer;
let delivery; // the promise of the current delivery
const saved = []; // labels of the items that were saved on this page

const before = new WeakMap(); // form with a field `key` → [what it was last sent with, its key]

/**
 * Return the idempotency key for this submission. It is a new one, unless a form with a field `key` is submitted again
 * unchanged, as after going back: then it is the last one.
 */
function keyOf(form, to, fields) {
  const same = JSON.stringify([to, fields]);
  let [was, key] = before.get(form) ?? [];
  if (was !== same)
    key = [...crypto.getRandomValues(new Uint8Array(16))].map((n) => n.toString(16).padStart(2, "0")).join("");
  if (form.elements.key) before.set(form, [same, key]);
  return key;
}

/** Store a submitted form and send it. Reject if this browser has no storage. */
export async function send(form, button, data) {
  const to = new URL(button?.getAttribute("formaction") ?? form.getAttribute("action") ?? "", location.href);
  const path = to.pathname + to.search;
  const fields = [...data].filter(([field]) => field !== "csrfmiddlewaretoken");
  const preview = document.querySelector("#result:not(.old) [data-cells]");
  const item = {
    key: keyOf(form, path, fields),
    who,
    to: path,
    fields,
    token: data.get("csrfmiddlewaretoken"),
    what: (form.dataset.draft || !button ? document.querySelector("h1") : button).textContent
      .trim()
      .replace(/\s+/g, " "),
    cells: form.dataset.draft ? preview?.dataset.cells.trim().split(/\s*\|\s*/) : undefined,
    at: Math.max(Date.now(), ((await waiting()).at(-1)?.at ?? 0) + 1), // the clock may have been set back
  };
  await put(storeKey(item), item);
  await remove(draftKeyOfForm(form));
  if (mine?.asked && from === form) await remove(storeKey(mine)); // the corrected form replaces the refused one
  [mine, from] = [item, form];
  form.dispatchEvent(new Event("stored"));
  const slow = setTimeout(show, 2500);
  await delivery;
  if (mine && !item.asked) await deliver(); // otherwise the delivery that was under way has included the item
  clearTimeout(slow);
  if (item.asked && !leaving) delete form.dataset.sent;
}

/** Send all waiting items, unless a delivery is under way; return the promise of the delivery. */
export function deliver() {
  delivery ??= deliverAll().finally(() => {
    delivery = undefined;
  });
  return delivery;
}

/**
 * Call send(item) and settle(item, answer) for each item in order. Stop and return true if send() returns "lost";
 * otherwise return false. Skip held items, and items of the same `place` as an earlier item that is held or for which
 * settle() returned false.
 */
export async function inOrder(items, send, settle) {
  const held = new Set();
  for (const item of items) {
    if (!item.held && !held.has(item.place)) {
      const answer = await send(item);
      if (answer === "lost") return true;
      if (await settle(item, answer)) continue;
    }
    held.add(item.place);
  }
  return false;
}

/** Deliver all items. If two tabs send the same one, the server still does it once. */
async function deliverAll() {
  clearTimeout(timer);
  const items = (await waiting()).map((item) => Object.assign(item, { place: place(item) }));
  const lost = await inOrder(untilLeaving(items), post, settled);
  if (leaving) return; // the next page sends the rest
  failed = lost ? failed + 1 : 0;
  if (lost) timer = setTimeout(deliver, PAUSES[Math.min(failed, PAUSES.length) - 1] * 1000);
  await show();
}

function* untilLeaving(items) {
  for (const item of items) {
    if (leaving) return;
    yield item;
  }
}

/**
 * Return all items in the order of submission. Include this page's own item even if another tab has delivered it: this
 * page needs its answer.
 */
async function waiting() {
  const others = (await all("send ")).map(([, item]) => item).filter((item) => item.key !== mine?.key);
  return [...others, ...(mine ? [mine] : [])].sort((one, other) => one.at - other.at);
}

/**
 * Send an item; return the server's answer, or "lost" if there was none (isAnAnswer()). If the CSRF token was too old,
 * send the item once more, with the new token in the answer.
 */
async function post(item, again = false) {
  let answer;
  try {
    answer = await fetch(item.to, {
      method: "POST",
      body: new URLSearchParams(item.fields),
      headers: { "Idempotency-Key": item.key, "Sent-By": item.who, "X-CSRFToken": item.token },
      redirect: "manual",
      signal: AbortSignal.timeout(PATIENCE * 1000),
    });
  } catch {
    reached = false;
    return "lost";
  }
  reached = answer.status > BROKEN;
  const token = answer.status === 403 && answer.headers.get("X-CSRFToken");
  if (token) {
    item.token = token;
    return again ? answer : post(item, true);
  }
  return isAnAnswer(answer.status) ? answer : "lost";
}

/**
 * Return whether a status is an answer to the form: 201, or 400 to 500 except 408 and 429. Any other status may come
 * from a captive portal or a proxy. 500 is an answer, since it is an error with this form, not with the connection.
 */
export function isAnAnswer(status) {
  return status === 201 || (status >= 400 && status <= BROKEN && ![408, 429].includes(status));
}

/** Handle an answer; return whether the item is saved. */
async function settled(item, answer) {
  const own = item === mine;
  if (answer.status === 201) {
    await remove(storeKey(item));
    if (own && from.dataset.draft) vibrate();
    if (own) mine = undefined;
    saved.push(item.what);
    if (own) navigate(answer.headers.get("Location"), failed && fill(messages.sent, { what: saved.join(", ") }));
    else say(fill(messages.sent, item));
    return true;
  }
  const isHere = own || (location.pathname.startsWith(place(item)) && !document.querySelector("[data-draft][method]"));
  const why = answer.headers.get("Location"); // the page that says why the form could not be done any more
  if (isHere && why) {
    await remove(storeKey(item));
    if (own) mine = undefined;
    navigate(why);
    return false;
  }
  const known = item.asked;
  item.asked = answer.headers.has("X-Explained") ? 400 : answer.status; // its page explains what to do
  await put(storeKey(item), item);
  // If the same problem is known already, its page was shown, or the footer offers it: the reader stays on this page.
  if (isHere && item.asked !== known && [400, 409, 422].includes(item.asked)) submitVisibly(item);
  if (own && item.asked === GONE) navigate(place(item)); // says who deleted it, and restores it
  return false;
}

/** Vibrate briefly, unless the user prefers reduced motion or has not yet tapped on this page. */
function vibrate() {
  const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  if (!calm && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(12);
}

/**
 * Go to the page that the form leads to, and let it show the message `said`, if there is one. Reload if only the
 * fragment of the address differs, as the browser would load nothing.
 */
function navigate(to, said) {
  try {
    if (said) sessionStorage.said = said;
  } catch {
    /* no session storage: the next page shows no message */
  }
  leaving = true;
  const target = new URL(to, location.href);
  if (!target.hash || target.pathname + target.search !== location.pathname + location.search)
    return location.assign(target);
  history.replaceState(history.state, "", target);
  return location.reload();
}

/** Submit the item as an ordinary form, so that the server's page shows the problem beside the fields. */
function submitVisibly(item) {
  const form = document.createElement("form");
  Object.assign(form, { method: "post", action: item.to, hidden: true });
  for (const [field, value] of [["csrfmiddlewaretoken", item.token], ...item.fields]) {
    const input = document.createElement("input");
    Object.assign(input, { type: "hidden", name: field, value });
    form.append(input);
  }
  try {
    sessionStorage.shown = `${storeKey(item)} ${item.to}`;
  } catch {
    /* no session storage: the item stays in the outbox and is asked about once more */
  }
  leaving = true;
  document.body.append(form);
  HTMLFormElement.prototype.submit.call(form);
}

/** Show the waiting items in the footer and as rows of the pad. */
async function show() {
  const items = await waiting();
  const blocks = (item) =>
    items.slice(0, items.indexOf(item)).find((each) => each.asked && place(each) === place(item));
  const behind = items.filter((item) => !item.asked && blocks(item));
  const open = items.filter((item) => !item.asked && !behind.includes(item) && (failed || item === mine));
  const notes = [];
  const what = (some) => some.map((item) => item.what).join(", ");
  if (open.length) {
    const [icon, text] = reached ? ["warn", messages.unable] : ["offline", messages.waits];
    notes.push(note(icon, fill(text, { what: what(open) }), { [messages.now]: retry }));
  }
  for (const item of items.filter((each) => each.asked)) {
    const later = what(behind.filter((each) => blocks(each) === item));
    notes.push(asked(item, later && ` ${fill(messages.behind, { what: later })}`));
  }
  const alone = self !== top; // in the frame of pocket, where the site needs no network
  if (!alone && !navigator.onLine && !open.length && document.querySelector("form[data-draft]"))
    notes.push(note("offline", messages.offline));
  for (const each of notes) each.classList.add("unsent");
  if (mine && !mine.asked && (failed || behind.includes(mine))) replaceWithPlaceholder(mine);
  whenIdle(() => {
    for (const old of document.querySelectorAll(".unsent")) old.remove();
    if (foot()) foot().prepend(...notes);
    else document.body.append(...notes);
    rows(items);
  });
}

/** Return the notice for an item that was refused; `later` lists the items that wait behind it. */
function asked(item, later) {
  const away = {
    [messages.away]: async () => {
      await remove(storeKey(item));
      if (item.key === mine?.key) mine = undefined;
      await retry();
    },
  };
  const question = (text, buttons) => note("warn", fill(text, item) + later, { ...buttons, ...away });
  if ([400, 409, 422].includes(item.asked))
    return question(messages.asks, { [messages.look]: () => submitVisibly(item) });
  if (item.asked === GONE) return question(messages.gone, {});
  if (item.asked === BROKEN) return question(messages.broken, { [messages.now]: () => again(item) });
  if (who && who !== item.who) return question(messages.theirs, { [messages.mine]: () => again({ ...item, who }) });
  return question(messages.refused, { [messages.now]: () => again(item) });
}

async function again(item) {
  await put(storeKey(item), { ...item, asked: undefined });
  await retry();
}

async function retry() {
  failed = Math.min(failed, 1);
  await delivery;
  await deliver();
}

/**
 * Replace a waiting form by a placeholder with its state. Add the pad as last shown, if that was the pad of the same
 * match, and a button for the next round, if the form can be reset for it.
 */
function replaceWithPlaceholder(item) {
  const main = document.getElementById("main");
  if (main.querySelector(".left-behind")) return;
  const page = document.getElementById("messages").content.querySelector(".left-behind").cloneNode(true);
  page.querySelector("span").textContent = fill(messages.text, item);
  try {
    const [where, live, sheets] = JSON.parse(sessionStorage.pad ?? "[]");
    if (where === place(item)) {
      page.querySelector(".last-seen").innerHTML = live;
      document.head.append(
        ...sheets.map((href) => Object.assign(document.createElement("link"), { rel: "stylesheet", href })),
      );
    }
  } catch {
    /* no session storage */
  }
  for (const link of page.querySelectorAll("a")) link.removeAttribute("href");
  for (const acts of page.querySelectorAll("form, details, [hidden]")) acts.remove();
  for (const empty of page.querySelectorAll("section:not(:has(*))")) empty.remove();
  const form = from;
  // Keep the element for a preview that is still on its way: it may be in the form that is about to be removed.
  const result = form.querySelector("[data-dock] #result");
  if (result) foot()?.prepend(result);
  const left = [...main.childNodes];
  const acts = [...(foot()?.querySelectorAll(":scope > :not(.unsent, [hidden])") ?? [])];
  // If the form asks who deals, the next round's form depends on the waiting round, so it cannot be offered yet.
  const [next, later] = page.querySelectorAll(".next, .later");
  if (!form.dataset.next || form.querySelector("[data-due]")) next.remove();
  if (next.parentElement || !matchOf(item.to)) later.remove();
  next.addEventListener("click", () => {
    main.replaceChildren(...left);
    for (const act of acts) act.hidden = false;
    [mine, from] = [undefined, undefined];
    delete form.dataset.sent;
    form.dispatchEvent(new Event("next"));
    show();
    scrollTo({ top: 0 });
  });
  main.replaceChildren(page);
  for (const act of acts) act.hidden = true;
  scrollTo({ top: 0 });
}

function rows(items) {
  const body = document.querySelector("table.rounds tbody:not(.money)");
  if (!body) return;
  const here = items.filter((item) => item.cells && location.pathname.startsWith(place(item)));
  for (const item of here) {
    const row = document.getElementById("messages").content.querySelector("tr").cloneNode(true);
    row.querySelector("th").append(item.what.match(/\d+/)?.[0] ?? "");
    for (const cell of item.cells) {
      const [points, total] = cell.split(" ");
      const box = row.insertCell();
      box.classList.toggle("neg", points.startsWith("−"));
      box.append(points, Object.assign(document.createElement("small"), { textContent: total }));
    }
    body.prepend(row);
  }
}

/** Show a message, and update the live part of the page. */
function say(text) {
  whenIdle(() => document.getElementById("main").prepend(note("check", text)));
  document.getElementById("live")?.dispatchEvent(new Event("look"));
}

function begin() {
  let answered = Promise.resolve();
  try {
    const [, key, to] = sessionStorage.shown?.match(/^(send \w+) (.*)$/) ?? [];
    // If the page shows the item's problem, take the item out of the outbox. A page of the same match to which the
    // server has redirected says it in a message. An error page does not show the item's fields. Nor does the empty
    // form at the same address (status 200), which is loaded if the answer was lost.
    const [{ type, responseStatus, redirectCount }] = performance.getEntriesByType("navigation");
    const isForm = type === "back_forward" || (responseStatus === 200 && !redirectCount);
    const isThere = to === location.pathname + location.search;
    const isLedThere = to && redirectCount && location.pathname.startsWith(matchOf(to) ?? to);
    if ((isThere || isLedThere) && !isForm && !document.body.matches(".sorry")) answered = remove(key);
    delete sessionStorage.shown;
    if (sessionStorage.said) say(sessionStorage.said);
    delete sessionStorage.said;
  } catch {
    /* no session storage */
  }
  addEventListener("pageshow", ({ persisted }) => {
    leaving = false; // restored from the back/forward cache
    if (persisted) delete sessionStorage.shown;
  });
  addEventListener("online", retry);
  addEventListener("offline", show);
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) retry();
  });
  document.addEventListener("htmx:after:swap", ({ target }) => {
    if (target.closest?.("#live")) show();
  });
  answered.then(deliver).catch(() => {}); // no storage
}

begin();
