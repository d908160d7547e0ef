// Synchronise a group with its server: send the outbox in order, then take the server's copy.
// A sync can be interrupted at any point: because of its key, the server does each form only once.

import { inOrder, isAnAnswer } from "./outbox.js";
import { messages, note } from "./store.js";

const PATIENCE = 30_000; // milliseconds to wait for the answer to a form
const LONGEST = 120_000; // milliseconds to wait for the copy
const TOLD = 2_000; // milliseconds after which answers are reported to this phone's site
const PAUSE = 60_000; // milliseconds until the next automatic attempt, after a failed one
const REST = 300_000; // milliseconds until the next automatic copy
const DONE = 201;
const REVOKED = 401;
const GONE = 410; // the group is deleted on the server
const BROKEN = 500; // an error of the server's own; the form is sent again with the next sync
const REASONS = "[role=alert] h2, .wrong, .errors, .sorry h2"; // where a page says why it has refused a form
const OURS = [DONE, 400, 409, 422, BROKEN]; // the answers of the group's server; any other may be another server's

const state = document.getElementById("sync");
const button = document.getElementById("go"); // only on the page "Sync"
const { origin, token, version, waiting, answered, take, group, page } = state.dataset;

// An https page may send requests to an http server in the local network: Chromium allows them after asking the user,
// if targetAddressSpace is set.
const atHome =
  location.protocol === "https:" && origin.startsWith("http:") && !/\/\/(localhost|127\.|\[::1])/.test(origin);

class UserError extends Error {}
class DecisionNeeded extends Error {
  constructor({ asks, lost }) {
    super(asks);
    this.lost = lost;
  }
}

async function app(path, options) {
  const response = await fetch(path, options);
  if (!response.ok) throw new UserError(response.status === 409 ? state.dataset.full : state.dataset.old);
  return response;
}

function post(path, body, type) {
  const csrf = document.querySelector("[name=csrfmiddlewaretoken]").value;
  const headers = { "X-CSRFToken": csrf, ...(type && { "Content-Type": type }) };
  return app(path, { method: "POST", headers, body });
}

function fetchServer(path, { headers, ...more }) {
  return fetch(origin + path, {
    credentials: "omit",
    referrerPolicy: "no-referrer",
    redirect: "manual",
    cache: "no-store",
    ...(atHome && { targetAddressSpace: "local" }),
    headers: { Authorization: `Bearer ${token}`, "Accept-Language": document.documentElement.lang, ...headers },
    ...more,
  });
}

/**
 * Send a form; return the server's response if it is an answer (isAnAnswer()), else "lost". If its status is not in
 * OURS, it may come from another server: first call fetchCopy(), which throws a UserError in that case.
 */
async function send(item) {
  let answer;
  try {
    answer = await fetchServer(item.to, {
      method: "POST",
      body: new URLSearchParams(item.fields),
      headers: { "Idempotency-Key": item.key, "Happened-At": item.at, "Held-By": item.held_by },
      signal: AbortSignal.timeout(PATIENCE),
    });
  } catch {
    return "lost";
  }
  if (isAnAnswer(answer.status) && !OURS.includes(answer.status)) await fetchCopy();
  return isAnAnswer(answer.status) ? answer : "lost";
}

/**
 * Return the response with the server's copy, or with status 304 if the copy has not changed. Throw a UserError if the
 * link was revoked, if the group is deleted there, or if the server is another one, fails, or does not answer.
 */
async function fetchCopy() {
  const { dead, gone, elsewhere, broken, offline } = state.dataset;
  const headers = version ? { "If-None-Match": version } : {};
  let answer;
  try {
    const path = group ? `/g/${group}/copy/` : "/copy/";
    answer = await fetchServer(path, { headers, signal: AbortSignal.timeout(LONGEST) });
  } catch {
    throw new UserError(offline);
  }
  const { ok, status } = answer;
  if (ok || status === 304) return answer;
  if (status === REVOKED) throw new UserError(dead);
  if (status === GONE) throw new UserError(gone);
  if (status === BROKEN) throw new UserError(broken);
  throw new UserError(isAnAnswer(status) ? elsewhere : offline);
}

/** Return why the server has refused a form, in the words of its answer; "" if the answer has none. */
async function reasonIn(answer) {
  const text = await answer.text().catch(() => "");
  if (answer.headers.get("Content-Type")?.startsWith("text/plain")) return text.trim();
  const said = new DOMParser().parseFromString(text, "text/html").querySelectorAll(REASONS);
  return [...new Set([...said].map((each) => each.textContent.trim().replace(/\s+/g, " ")))].filter(Boolean).join(" ");
}

/**
 * Send the outbox and report the answers to this phone's site; return whether the server has refused a form. Throw a
 * UserError if an answer was lost or the server failed. Forms whose answers were not reported are sent again, and done
 * once.
 */
async function sendAll() {
  const { items } = await (await app(waiting)).json();
  const inTurn = items.filter(({ held, alone }) => !(held && alone)); // such a form holds no other one back
  let said = new URLSearchParams();
  let last = Date.now();
  let refused = false;
  let broken = false;
  const tell = async () => {
    if (said.size) await post(answered, said);
    said = new URLSearchParams();
    last = Date.now();
  };
  try {
    const lost = await inOrder(inTurn, send, async (item, answer) => {
      const done = answer.status === DONE;
      said.append("form", item.key);
      said.append("status", answer.status);
      said.append("why", done ? "" : await reasonIn(answer));
      broken ||= answer.status === BROKEN;
      refused ||= !done && answer.status !== BROKEN;
      if (Date.now() - last > TOLD) await tell();
      return done || item.alone;
    });
    if (lost) throw new UserError(state.dataset.offline);
    if (broken) throw new UserError(state.dataset.broken);
  } finally {
    await tell();
  }
  return refused;
}

/**
 * Store the server's copy on this phone. Return the page to go on with; "" if there are forms to send first. Throw
 * DecisionNeeded if the site asks something first; `said` has the answers that sync() was given.
 */
async function takeCopy(said) {
  const answer = await fetchCopy();
  if (answer.status === 304) return page;
  const text = await answer.text().catch(() => {
    throw new UserError(state.dataset.offline); // the connection was lost during the download
  });
  const copy = { origin, token, version: answer.headers.get("ETag"), document: JSON.parse(text), ...said };
  if (!group) copy.first = true;
  const taken = await (await post(take, JSON.stringify(copy), "application/json")).json();
  if (taken.asks) throw new DecisionNeeded(taken);
  return taken.to;
}

/**
 * Synchronise because somebody asked for it. `said` are their answers: {same: true} if the server has a new address,
 * {older: "send" or "leave"} for forms that the server has lost.
 */
async function sync(said = {}) {
  button.disabled = true;
  state.textContent = state.dataset.underWay;
  try {
    let to;
    while (!to) {
      if (group) await sendAll();
      to = await takeCopy(said);
      said = { ...said, older: undefined }; // ask again if forms are still missing then
    }
    remember(true);
    location.assign(to);
  } catch (error) {
    if (error instanceof DecisionNeeded) return showDecision(error.message, error.lost);
    state.textContent = error instanceof UserError ? error.message : state.dataset.old;
    button.disabled = false;
    document.getElementById("outbox").dispatchEvent(new Event("look")); // remove what was sent before the error
  }
}

/** Ask whether this is the group's server or, if it has lost these forms, whether to send them once more. */
function showDecision(message, lost) {
  const { same, other, again, leave, sure, discard } = state.dataset;
  const go = (said) => () => {
    button.hidden = false;
    sync(said);
  };
  if (!lost) return ask(message, [], { [same]: go({ same: true }), [other]: () => history.back() });
  const askOnceMore = () => ask(sure, lost, { [again]: go({ older: "send" }), [discard]: go({ older: "leave" }) });
  ask(message, lost, { [again]: go({ older: "send" }), [leave]: askOnceMore });
}

/** Show a question in place of the state of the sync, with a list of what it is about. */
function ask(message, about, ways) {
  const list = Object.assign(document.createElement("ul"), { className: "list" });
  list.append(...about.map((text) => Object.assign(document.createElement("li"), { textContent: text })));
  const buttons = Object.entries(ways).map(([textContent, onclick]) => {
    const button = document.createElement("button");
    return Object.assign(button, { type: "button", className: "btn wide", textContent, onclick });
  });
  state.replaceChildren(Object.assign(document.createElement("b"), { textContent: message }), list, ...buttons);
  button.hidden = true;
}

let isSyncing = false;
let leaving = false;
/**
 * Synchronise automatically, when a page is opened (so after each save) or the network is back. Send the outbox, if
 * forms are waiting (`waits`). Take a copy if one is due or a form was refused.
 */
async function autoSync(waits) {
  if (isSyncing || !navigator.onLine || !isDue(waits)) return;
  isSyncing = true;
  try {
    const refused = waits && (await sendAll());
    if (refused || isDue(false)) {
      await takeCopy();
      remember(true);
      for (const each of document.querySelectorAll("[hx-ptag]")) each.dispatchEvent(new Event("look"));
    }
    if (refused) showNotice(state.dataset.decide);
  } catch (error) {
    const { dead, gone, elsewhere } = state.dataset;
    const isTold = error instanceof DecisionNeeded || [dead, gone, elsewhere].includes(error.message);
    const says = isTold ? error.message : "";
    if (says) showNotice(says);
    if (!leaving) remember(false, says); // after leaving, the next page goes on with the sync
  }
  isSyncing = false;
}

/**
 * Return until when no automatic sync is begun (`any`), until when no copy is taken (`copy`), and what the last sync
 * has reported (`says`).
 */
function remembered() {
  try {
    return JSON.parse(sessionStorage[`exchange ${group}`]);
  } catch {
    return { any: 0, copy: 0 }; // nothing stored: a sync is due on every page
  }
}

function remember(done, says) {
  const kept = done ? { any: 0, copy: Date.now() + REST } : { any: Date.now() + PAUSE, copy: 0, says };
  try {
    sessionStorage[`exchange ${group}`] = JSON.stringify(kept);
  } catch {
    /* no session storage */
  }
}

/** Return whether a moment is over, or further away than `most` milliseconds: then the clock was wrong before. */
function isOver(moment, most) {
  const left = moment - Date.now();
  return left < 0 || left > most;
}

/** Return whether an automatic sync is due. If no form is waiting, it is due only when a copy is. */
function isDue(waits) {
  const { any, copy } = remembered();
  return isOver(any, PAUSE) && (waits || isOver(copy, REST));
}

let notice;
let noticed; // its text
const putNotice = () => (document.querySelector(".foot") ?? document.body).prepend(notice);

/** Show a notice on the page instead of the one before, and again whenever the page's footer is swapped. */
function showNotice(what) {
  if (what !== noticed) {
    notice?.remove();
    notice = note("warn", what, { [messages.look]: () => location.assign(page) });
    noticed = what;
  }
  putNotice();
  document.addEventListener("htmx:after:swap", putNotice); // once, however often this is called
}

if (button) {
  button.addEventListener("click", () => sync());
  if ("starts" in state.dataset) sync();
} else {
  const { says } = remembered();
  if (says || "refused" in state.dataset) showNotice(says || state.dataset.decide);
  addEventListener("pagehide", () => {
    leaving = true;
  });
  addEventListener("pageshow", () => {
    leaving = false;
  });
  addEventListener("online", () => {
    sessionStorage.removeItem(`exchange ${group}`);
    autoSync(true);
  });
  autoSync("waits" in state.dataset);
}
