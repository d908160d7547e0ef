/*
Forms that save go out in the background. What was sent stays on this phone until the server has answered; meanwhile
it is tried again, in the order in which it was sent, after growing pauses, and at once when the network or the person
is back. The server does each of them once, by its key (scorekeeper/sending/).

item = {key, who: who typed it, to: the address, fields: [[name, value], …], token: against forged forms,
        what: in the person's words, cells: what each seat gets, as far as known, at: ms, asked: the answer's status}
*/

import { all, draftKeyOfForm, fill, matchOf, messages, note, put, remove } from "./store.js";
import { whenIdle } from "./taps.js";

const PAUSES = [1, 2, 4, 8, 15, 30, 60]; // seconds
const PATIENCE = 20; // seconds until an answer counts as lost
const BROKEN = 500; // the status of a fault of the server's own
const who = document.body.dataset.who;
const foot = () => document.querySelector(".foot");
const name = (item) => `send ${item.key}`;
/** A later form of the same match waits for an earlier one. */
const place = (item) => matchOf(item.to) ?? item.to;

let mine; // the waiting item made from this page's form; the page goes on to where its answer leads
let from; // the form from which `mine` was made
let leaving = false; // whether this page is being left for the one to which a form leads
let failed = 0; // tries in a row without an answer
let reached = false; // whether the last of these tries reached the server, which then could not save
let timer;
let under; // the delivery under way
const saved = []; // on this page, in the person's words

const before = new WeakMap(); // forms that have a key of their own → what each was sent as last

/** The key of a form that is sent. Shown again by the browser and sent as it was, it is the same form. */
function keyOf(form, to, fields) {
  const same = JSON.stringify([to, fields]);
  let [was, key] = before.get(form) ?? [];
  if (was !== same)
    key = [...crypto.getRandomValues(new Uint8Array(16))].map((n) => n.toString(16).padStart(2, "0")).join("");
  if (form.elements.key) before.set(form, [same, key]);
  return key;
}

/** A form that was just sent, with its data. Rejects where this browser keeps nothing. */
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
    at: Date.now(),
  };
  await put(name(item), item);
  await remove(draftKeyOfForm(form));
  if (mine?.asked && from === form) await remove(name(mine)); // mended, it takes the place of what was refused
  [mine, from] = [item, form];
  form.dispatchEvent(new Event("stored"));
  const slow = setTimeout(show, 2500);
  await under;
  if (mine && !item.asked) await deliver(); // else what was under way has taken it along
  clearTimeout(slow);
  if (item.asked && !leaving) delete form.dataset.sent;
}

/** Sends what waits, one after the other. */
export function deliver() {
  under ??= deliverAll().finally(() => {
    under = undefined;
  });
  return under;
}

/**
Sends forms one after the other, until one is lost on its way; whether one was. What belongs to the same place as one
that waits for somebody (`held`, or not settled) waits as well.
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

/** Two tabs may send the same at once, which the server does once. */
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
 * What waits, in the order in which it was sent; this page's own, too, where another tab has sent it already: its
 * answer is still wanted here.
 */
async function waiting() {
  const others = (await all("send ")).map(([, item]) => item).filter((item) => item.key !== mine?.key);
  return [...others, ...(mine ? [mine] : [])].sort((one, other) => one.at - other.at);
}

/** The server's answer; "lost" where there was none that counts. */
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

/** An answer that is not ours, of a hotel's network or a proxy, says nothing; 500 is a fault that this form meets. */
export function isAnAnswer(status) {
  return status === 201 || (status >= 400 && status <= BROKEN && ![408, 429].includes(status));
}

/** Whether the server has the item; else it says what is to be done with it. */
async function settled(item, answer) {
  const own = item === mine;
  if (answer.status === 201) {
    await remove(name(item));
    if (own && from.dataset.draft) vibrate();
    if (own) mine = undefined;
    saved.push(item.what);
    if (own) navigate(answer.headers.get("Location"), failed && fill(messages.sent, { what: saved.join(", ") }));
    else say(fill(messages.sent, item));
    return true;
  }
  item.asked = answer.headers.has("X-Explained") ? 400 : answer.status; // its page says what is to be done
  await put(name(item), item);
  const page = [400, 409, 422].includes(item.asked);
  if (
    page &&
    (own || (location.pathname.startsWith(place(item)) && !document.querySelector("[data-draft][method]")))
  )
    submitVisibly(item);
  return false;
}

/** What was saved is felt. */
function vibrate() {
  const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  if (!calm && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(12);
}

/** The page that the form leads to, also where it is this one. */
function navigate(to, said) {
  try {
    if (said) sessionStorage.said = said;
  } catch {
    /* then unsaid */
  }
  leaving = true;
  const target = new URL(to, location.href);
  if (!target.hash || target.pathname + target.search !== location.pathname + location.search)
    return location.assign(target);
  history.replaceState(history.state, "", target);
  return location.reload();
}

/** The server's page about the item, with what was typed: it is sent once more, as an ordinary form. */
function submitVisibly(item) {
  const form = document.createElement("form");
  Object.assign(form, { method: "post", action: item.to, hidden: true });
  for (const [field, value] of [["csrfmiddlewaretoken", item.token], ...item.fields]) {
    const input = document.createElement("input");
    Object.assign(input, { type: "hidden", name: field, value });
    form.append(input);
  }
  try {
    sessionStorage.shown = `${name(item)} ${item.to}`;
  } catch {
    /* then it is asked about twice */
  }
  leaving = true;
  document.body.append(form);
  HTMLFormElement.prototype.submit.call(form);
}

/** What waits, in the foot, and as a row of the pad. */
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
  const alone = self !== top; // in a frame of its own phone, where the site needs no network
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

/** An item that was answered, but not done; `later` says what waits behind it. */
function asked(item, later) {
  const away = {
    [messages.away]: async () => {
      await remove(name(item));
      if (item.key === mine?.key) mine = undefined;
      await retry();
    },
  };
  const question = (text, buttons) => note("warn", fill(text, item) + later, { ...buttons, ...away });
  if ([400, 409, 422].includes(item.asked))
    return question(messages.asks, { [messages.look]: () => submitVisibly(item) });
  if (item.asked === BROKEN) return question(messages.broken, { [messages.now]: () => again(item) });
  if (who && who !== item.who) return question(messages.theirs, { [messages.mine]: () => again({ ...item, who }) });
  return question(messages.refused, { [messages.now]: () => again(item) });
}

async function again(item) {
  await put(name(item), { ...item, asked: undefined });
  await retry();
}

async function retry() {
  failed = Math.min(failed, 1);
  await under;
  await deliver();
}

/** In the place of a form that waits: what it says, the pad as it was seen last, and the way to the next round. */
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
    /* nothing seen, nothing kept */
  }
  for (const link of page.querySelectorAll("a")) link.removeAttribute("href");
  for (const acts of page.querySelectorAll("form, details, [hidden]")) acts.remove();
  for (const empty of page.querySelectorAll("section:not(:has(*))")) empty.remove();
  const form = from;
  // A preview that is still to come looks for its place, which may be at the keypad, in the form that goes.
  const result = form.querySelector("[data-dock] #result");
  if (result) foot()?.prepend(result);
  const left = [...main.childNodes];
  const acts = [...(foot()?.querySelectorAll(":scope > :not(.unsent, [hidden])") ?? [])];
  // A form that asks who deals, of itself, asks for what follows from the round before.
  const [next, later] = page.querySelectorAll(".next, .later");
  if (!form.dataset.next || form.querySelector("[name=dealer]:not(#dealt *)")) next.remove();
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

/** Something that another page has done meanwhile. */
function say(text) {
  whenIdle(() => document.getElementById("main").prepend(note("check", text)));
  document.getElementById("live")?.dispatchEvent(new Event("look"));
}

function begin() {
  let answered = Promise.resolve();
  try {
    const shown = sessionStorage.shown?.match(/^(send \w+) (.*)$/);
    // A page that only refuses shows nothing of what was typed, nor does the empty form at the same address, where the
    // answer was lost on its way: then it stays here.
    const refused = document.body.classList.contains("sorry");
    const [{ type, responseStatus, redirectCount }] = performance.getEntriesByType("navigation");
    const isForm = type === "back_forward" || (responseStatus === 200 && !redirectCount);
    if (shown?.[2] === location.pathname + location.search && !refused && !isForm) answered = remove(shown[1]);
    delete sessionStorage.shown;
    if (sessionStorage.said) say(sessionStorage.said);
    delete sessionStorage.said;
  } catch {
    /* no storage of this kind */
  }
  addEventListener("pageshow", ({ persisted }) => {
    leaving = false; // back from the browser's memory
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
  answered.then(deliver).catch(() => {}); // a browser that keeps nothing
}

begin();
