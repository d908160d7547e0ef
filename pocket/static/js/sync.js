// Synchronises a group with its server: sends what waits in the outbox, in its order, then takes the server's copy.
// It may be broken off anywhere: each form has its key, and the server does it once.

import { inOrder, isAnAnswer } from "./sending.js";
import { messages, note } from "./store.js";

const PATIENCE = 30_000; // milliseconds of one form
const LONGEST = 120_000; // of the copy
const TOLD = 2_000; // until the phone is told which forms are done
const PAUSE = 60_000; // before the next try by itself, after one in vain
const REST = 300_000; // before the next copy by itself
const DONE = 201;
const REVOKED = 401;
const BROKEN = 500; // the server's own fault: it is tried again with the next sync
const OURS = [DONE, 400, 409, 422, BROKEN]; // what the group's server answers to a form; any other may be another's

const state = document.getElementById("exchange");
const button = document.getElementById("go"); // of the page that is about it
const { origin, token, version, waiting, answered, take, group, page } = state.dataset;

// From a page with https to a server at home without: Chromium lets it, once it has asked, where it is told so.
const atHome =
  location.protocol === "https:" && origin.startsWith("http:") && !/\/\/(localhost|127\.|\[::1])/.test(origin);

class UserError extends Error {}
class DecisionNeeded extends Error {
  constructor({ asks, older }) {
    super(asks);
    this.older = older;
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
    headers: { Authorization: `Bearer ${token}`, ...headers },
    ...more,
  });
}

/** The server's answer to a form; "lost" where there was none that counts. */
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

/** The server's copy, where it has changed; throws where this is the group's server no more. */
async function fetchCopy() {
  const { dead, elsewhere, broken, offline } = state.dataset;
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
  if (status === BROKEN) throw new UserError(broken);
  throw new UserError(isAnAnswer(status) ? elsewhere : offline);
}

/**
 * Sends what waits, and tells the phone what has come of it; whether the server has refused something. Where the phone
 * was not told, a form is sent again, and done once.
 */
async function sendAll() {
  const { items } = await (await app(waiting)).json();
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
    const lost = await inOrder(items, send, async (item, answer) => {
      const done = answer.status === DONE;
      said.append("form", item.key);
      said.append("status", answer.status);
      broken ||= answer.status === BROKEN;
      refused ||= !done && answer.status !== BROKEN;
      if (Date.now() - last > TOLD) await tell();
      return done;
    });
    if (lost) throw new UserError(state.dataset.offline);
    if (broken) throw new UserError(state.dataset.broken);
  } finally {
    await tell();
  }
  return refused;
}

/** Takes the server's copy; returns the page to go on with, or nothing where there is something to be sent first. */
async function takeCopy(said) {
  const answer = await fetchCopy();
  if (answer.status === 304) return page;
  const text = await answer.text().catch(() => {
    throw new UserError(state.dataset.offline); // in the middle of it
  });
  const copy = { origin, token, version: answer.headers.get("ETag"), document: JSON.parse(text), ...said };
  if (!group) copy.first = true;
  const taken = await (await post(take, JSON.stringify(copy), "application/json")).json();
  if (taken.asks) throw new DecisionNeeded(taken);
  return taken.to;
}

/**
 * Synchronises because somebody has asked for it. `said` are their answers to questions: {same: true} for a server that
 * has another address now, and {older: "send" or "leave"} for forms that the server has lost.
 */
async function sync(said = {}) {
  button.disabled = true;
  state.textContent = state.dataset.underWay;
  try {
    let to;
    while (!to) {
      if (group) await sendAll();
      to = await takeCopy(said);
      said = { ...said, older: undefined }; // what is missing even then is asked about again
    }
    remember(true);
    location.assign(to);
  } catch (error) {
    if (error instanceof DecisionNeeded) return showDecision(error);
    state.textContent = error instanceof UserError ? error.message : state.dataset.old;
    button.disabled = false;
    document.getElementById("outbox").dispatchEvent(new Event("look")); // what was sent before that waits no longer
  }
}

/** What somebody has to say first: whether this is the group's server, or what becomes of that which it has lost. */
function showDecision({ message, older }) {
  state.textContent = "";
  button.hidden = true;
  const { same, other, again, leave } = state.dataset;
  const go = (said) => () => {
    asked.remove();
    button.hidden = false;
    sync(said);
  };
  const ways = older
    ? { [again]: go({ older: "send" }), [leave]: go({ older: "leave" }) }
    : { [same]: go({ same: true }), [other]: () => history.back() };
  const asked = note("warn", message, ways);
  button.before(asked);
}

/**
 * By itself: what waits is sent as soon as a page is opened, as it is after each save, or the network is back. A copy
 * is taken now and then, and where something was refused.
 */
let under = false;
let leaving = false;
async function autoSync(waits) {
  if (under || !navigator.onLine || !isDue(waits)) return;
  under = true;
  try {
    const refused = waits && (await sendAll());
    if (refused || isDue(false)) {
      await takeCopy();
      remember(true);
      for (const each of document.querySelectorAll("[hx-ptag]")) each.dispatchEvent(new Event("look"));
    }
    if (refused) showNotice(state.dataset.decide);
  } catch (error) {
    const { dead, elsewhere } = state.dataset;
    const says = error instanceof DecisionNeeded || [dead, elsewhere].includes(error.message) ? error.message : "";
    if (says) showNotice(says);
    if (!leaving) remember(false, says); // else the next page goes on with it
  }
  under = false;
}

/** Until when nothing is begun by itself, and no copy is taken; and what was told of the last try. */
function remembered() {
  try {
    return JSON.parse(sessionStorage[`exchange ${group}`]);
  } catch {
    return { any: 0, copy: 0 }; // there was none, or nothing is kept: then each page tries it
  }
}

function remember(done, says) {
  const kept = done ? { any: 0, copy: Date.now() + REST } : { any: Date.now() + PAUSE, copy: 0, says };
  try {
    sessionStorage[`exchange ${group}`] = JSON.stringify(kept);
  } catch {
    /* as remembered() says */
  }
}

/** Whether to begin by itself; without a form that waits, for the copy only. */
function isDue(waits) {
  const { any, copy } = remembered();
  return Date.now() > any && (waits || Date.now() > copy);
}

/** Tells on each page of the group what somebody has to see to, also in a foot that is drawn anew. */
let notice;
function showNotice(what) {
  notice ??= note("warn", what, { [messages.look]: () => location.assign(page) });
  const tell = () => (document.querySelector(".foot") ?? document.body).prepend(notice);
  tell();
  document.addEventListener("htmx:after:swap", tell);
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
