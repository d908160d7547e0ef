// Synchronises a group with its server: sends what waits in the outbox, in its order, then takes the server's copy.
// It may be broken off anywhere: each form has its key, and the server does it once.

import { inOrder, isAnAnswer } from "./sending.js";
import { messages, note } from "./store.js";

const PATIENCE = 30_000; // milliseconds of one form
const LONGEST = 120_000; // of the copy
const TOLD = 2_000; // until the phone is told which forms are done
const PAUSE = 60_000; // before the next try by itself, after one in vain
const REST = 300_000; // before the next copy by itself

const state = document.getElementById("exchange");
const button = document.getElementById("go"); // of the page that is about it
const { origin, token, version, waiting, answered, take, group, page } = state.dataset;

// From a page with https to a server at home without: Chromium lets it, once it has asked, where it is told so.
const atHome =
  location.protocol === "https:" && origin.startsWith("http:") && !/\/\/(localhost|127\.|\[::1])/.test(origin);

class Told extends Error {}
class Asked extends Error {}

async function app(path, options) {
  const response = await fetch(path, options);
  if (!response.ok) throw new Told(response.status === 409 ? state.dataset.full : state.dataset.old);
  return response;
}

function post(path, body, type) {
  const csrf = document.querySelector("[name=csrfmiddlewaretoken]").value;
  const headers = { "X-CSRFToken": csrf, ...(type && { "Content-Type": type }) };
  return app(path, { method: "POST", headers, body });
}

function there(path, { headers, ...more }) {
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
    answer = await there(item.to, {
      method: "POST",
      body: new URLSearchParams(item.fields),
      headers: { "Idempotency-Key": item.key, "Happened-At": item.at, "Held-By": item.held_by },
      signal: AbortSignal.timeout(PATIENCE),
    });
  } catch {
    return "lost";
  }
  if (answer.status === 401) throw new Told(state.dataset.dead);
  return isAnAnswer(answer.status) ? answer : "lost";
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
  const tell = async () => {
    if (said.size) await post(answered, said);
    said = new URLSearchParams();
    last = Date.now();
  };
  try {
    const lost = await inOrder(items, send, async (item, answer) => {
      const done = answer.status === 201;
      said.append("form", item.key);
      said.append("status", answer.status);
      refused ||= !done;
      if (Date.now() - last > TOLD) await tell();
      return done;
    });
    if (lost) throw new Told(state.dataset.offline);
  } finally {
    await tell();
  }
  return refused;
}

/** Takes the server's copy; returns the page to go on with, or nothing where there is something to be sent first. */
async function takeCopy(same) {
  let answer;
  let text;
  try {
    answer = await there(group ? `/g/${group}/copy/` : "/copy/", {
      headers: version ? { "If-None-Match": version } : {},
      signal: AbortSignal.timeout(LONGEST),
    });
    text = await answer.text();
  } catch {
    throw new Told(state.dataset.offline); // perhaps in the middle of it
  }
  if ([401, 403, 404].includes(answer.status)) throw new Told(state.dataset.dead);
  if (answer.status === 304) return page;
  if (!answer.ok) throw new Told(state.dataset.offline);
  const copy = { origin, token, version: answer.headers.get("ETag"), document: JSON.parse(text) };
  if (!group) Object.assign(copy, { first: true, same });
  const taken = await (await post(take, JSON.stringify(copy), "application/json")).json();
  if (taken.asks) throw new Asked(taken.asks);
  return taken.to;
}

/** As somebody has asked for it; `same` where they have said that this is the group's server under another address. */
async function sync({ same } = {}) {
  button.disabled = true;
  state.textContent = state.dataset.underWay;
  try {
    let to;
    while (!to) {
      if (group) await sendAll();
      to = await takeCopy(same);
    }
    remember(true);
    location.assign(to);
  } catch (error) {
    if (error instanceof Asked) return asks(error.message);
    state.textContent = error instanceof Told ? error.message : state.dataset.old;
    button.disabled = false;
    document.getElementById("outbox").dispatchEvent(new Event("look")); // what was sent before that waits no longer
  }
}

/** Whether the server is the group's, before anything of the group goes there. */
function asks(question) {
  state.textContent = "";
  button.hidden = true;
  const asked = note("warn", question, {
    [state.dataset.same]: () => {
      asked.remove();
      button.hidden = false;
      sync({ same: true });
    },
    [state.dataset.other]: () => history.back(),
  });
  button.before(asked);
}

/**
 * By itself: what waits is sent as soon as a page is opened, as it is after each save, or the network is back. A copy
 * is taken now and then, and where something was refused.
 */
let under = false;
let leaving = false;
async function byItself(waits) {
  if (under || !navigator.onLine || !isDue(waits)) return;
  under = true;
  try {
    const refused = waits && (await sendAll());
    if (refused || isDue(false)) {
      await takeCopy();
      remember(true);
      for (const each of document.querySelectorAll("[hx-ptag]")) each.dispatchEvent(new Event("look"));
    }
    if (refused) decides();
  } catch {
    if (!leaving) remember(false); // else the next page goes on with it
  }
  under = false;
}

function remember(done) {
  try {
    sessionStorage[`exchange ${group}`] = `${done ? Date.now() + REST : 0} ${done ? 0 : Date.now() + PAUSE}`;
  } catch {
    /* then each page tries it */
  }
}

/** Whether to begin by itself; without a form that waits, for the copy only. */
function isDue(waits) {
  let rested = "0 0";
  try {
    rested = sessionStorage[`exchange ${group}`] ?? rested;
  } catch {
    /* never before */
  }
  const [copy, any] = rested.split(" ");
  return Date.now() > any && (waits || Date.now() > copy);
}

/** Tells that somebody has to decide, also in a foot that is drawn anew. */
let told;
function decides() {
  told ??= note("warn", state.dataset.decide, { [messages.look]: () => location.assign(page) });
  const tell = () => (document.querySelector(".foot") ?? document.body).prepend(told);
  tell();
  document.addEventListener("htmx:after:swap", tell);
}

if (button) {
  button.addEventListener("click", () => sync());
  if ("starts" in state.dataset) sync();
} else {
  if ("refused" in state.dataset) decides();
  addEventListener("pagehide", () => {
    leaving = true;
  });
  addEventListener("pageshow", () => {
    leaving = false;
  });
  addEventListener("online", () => {
    sessionStorage.removeItem(`exchange ${group}`);
    byItself(true);
  });
  byItself("waits" in state.dataset);
}
