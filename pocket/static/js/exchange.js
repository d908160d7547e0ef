// Exchanges a group with its server: sends what waits in the outbox, in its order, then takes the server's copy.
// It may be broken off anywhere: each form has its key, and the server does it once.

import { inOrder, isAnAnswer } from "./sending.js";

const PATIENCE = 30_000; // milliseconds of one form
const LONGEST = 120_000; // of the copy

const state = document.getElementById("exchange");
const button = document.getElementById("go");
const { origin, token, version, waiting, answered, take, group } = state?.dataset ?? {};

// From a page with https to a server at home without: Chromium lets it, once it has asked, where it is told so.
const atHome =
  location.protocol === "https:" && origin?.startsWith("http:") && !/\/\/(localhost|127\.|\[::1])/.test(origin);

class Told extends Error {}

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

/** Sends what waits; then the phone is told what has come of it. Where it is not, it is sent again, and done once. */
async function sendAll() {
  const { items } = await (await app(waiting)).json();
  const said = new URLSearchParams();
  try {
    return await inOrder(items, send, (item, answer) => {
      said.append("form", item.key);
      said.append("status", answer.status);
      return answer.status === 201;
    });
  } finally {
    if (said.size) await post(answered, said);
  }
}

async function copy() {
  let answer;
  try {
    answer = await there(group ? `/g/${group}/copy/` : "/copy/", {
      headers: version ? { "If-None-Match": version } : {},
      signal: AbortSignal.timeout(LONGEST),
    });
  } catch {
    throw new Told(state.dataset.offline);
  }
  if ([401, 403, 404].includes(answer.status)) throw new Told(state.dataset.dead);
  if (answer.status === 304) return location.pathname;
  if (!answer.ok) throw new Told(state.dataset.offline);
  const sent = { origin, token, version: answer.headers.get("ETag"), document: await answer.json() };
  if (!group) sent.first = true;
  const taken = await post(take, JSON.stringify(sent), "application/json");
  return (await taken.json()).to;
}

async function exchange() {
  button.disabled = true;
  state.textContent = state.dataset.underWay;
  try {
    if (group && (await sendAll())) throw new Told(state.dataset.offline);
    location.assign(await copy());
  } catch (error) {
    state.textContent = error instanceof Told ? error.message : state.dataset.old;
    button.disabled = false;
  }
}

if (state) {
  button.addEventListener("click", exchange);
  if ("starts" in state.dataset) exchange();
}
