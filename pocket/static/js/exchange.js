// Exchanges a group with its server: asks the app what to send, sends it, and hands over the answer, until there is
// nothing more. It may be broken off anywhere; begun anew, it goes on.

const MOST = 2000; // requests
const LONGEST = 120_000; // milliseconds of one request

const state = document.getElementById("exchange");
const button = document.getElementById("go");
const { server, origin, token, step, underWay, offline, dead, old, full } = state?.dataset ?? {};

class Told extends Error {}

async function app(answer) {
  const response = await fetch(step, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      "X-CSRFToken": document.querySelector("[name=csrfmiddlewaretoken]").value,
    },
    body: JSON.stringify({ origin, token, answer }),
  });
  if (!response.ok) throw new Told(response.status === 409 ? full : old);
  return response.json();
}

// As plain text, which needs no question beforehand; nothing of this phone goes along but the document.
async function there(document) {
  const about = {
    method: "POST",
    credentials: "omit",
    referrerPolicy: "no-referrer",
    redirect: "error",
    cache: "no-store",
  };
  const response = await fetch(server, {
    ...about,
    body: JSON.stringify(document),
    signal: AbortSignal.timeout(LONGEST),
  });
  if (response.status === 410) throw new Told(dead);
  if (response.status === 400) throw new Told(old);
  if (!response.ok) throw new Error(String(response.status));
  return response.json();
}

async function exchange() {
  button.disabled = true;
  state.textContent = underWay;
  try {
    let next = await app();
    for (let count = 0; next.send && count < MOST; count++) next = await app(await there(next.send));
    if (next.to) location.assign(next.to);
  } catch (error) {
    state.textContent = error instanceof Told ? error.message : offline;
    button.disabled = false;
  }
}

if (state) {
  button.addEventListener("click", exchange);
  if ("starts" in state.dataset) exchange();
}
