// A round that has come since the pad was seen last, from this phone or another one: its row lands, what it gave rises
// into the totals, which count to what they are now (pad.css), and for a while it can be taken back where it is said.

import { whenIdle, wait } from "./taps.js";

const SHOWN = 10_000; // milliseconds
const SETTLE = 700; // until what has appeared under a thumb is tapped
const COUNTING = 500;
const STILL = matchMedia("(prefers-reduced-motion: reduce)");

const latest = (numbers) => Math.max(0, ...[...numbers].map(Number));
const newest = () => latest([...document.querySelectorAll("tr.round[id]")].map((row) => row.id.slice(1)));

/** The last round that this tab has shown of this match, as pad.js has kept it; without it nothing counts as new. */
function lastSeen() {
  try {
    const [where, live] = JSON.parse(sessionStorage.pad ?? "[]");
    if (where === location.pathname) return latest([...live.matchAll(/ id="r(\d+)"/g)].map(([, number]) => number));
  } catch {
    /* no storage of this kind */
  }
  return Infinity;
}

const totals = () => [...document.querySelectorAll(".rounds thead b")];
const number = (element) => Number(element?.textContent.replace("−", "-") ?? 0);
const figure = (element) => Number(element.dataset.to ?? number(element));

function count(element, from, to) {
  const started = performance.now();
  const step = (now) => {
    if (element.dataset.to !== String(to)) return; // something newer stands here
    const part = Math.min(1, Math.max(0, now - started) / COUNTING);
    element.textContent = String(Math.round(from + (to - from) * part)).replace("-", "−");
    if (part < 1) requestAnimationFrame(step);
    else delete element.dataset.to;
  };
  element.dataset.to = to;
  requestAnimationFrame(step);
}

/** Say what is new to a screen reader, and how it stands now, as one message. */
function tell(where) {
  const said = document.querySelector(where);
  if (!said) return;
  const news = document.createElement("p");
  news.className = "vh";
  news.textContent = said.textContent;
  document.querySelector(".stand").prepend(news);
}
setTimeout(tell, SETTLE, "main > .stack > .notice .grow"); // what was there when the page came is not spoken

let seen = lastSeen();
let before = totals().map((each) =>
  newest() > seen ? figure(each) - number(each.parentElement.querySelector(".gain")) : figure(each),
);
let ends;

function end() {
  for (const each of document.querySelectorAll("[data-landed]")) {
    if (!each.contains(document.activeElement)) delete each.dataset.landed;
  }
}

/** The button that undoes at any time comes back under where a thumb may be: it is not ready at once. */
function later() {
  end();
  const undo = document.querySelector("#undo button");
  if (undo) wait(undo);
}

function land() {
  end();
  const said = document.getElementById("landed");
  for (const each of [document.getElementById(`r${seen}`), said]) {
    if (!each) continue;
    void each.offsetWidth; // what landed a moment ago lands anew
    each.dataset.landed = "";
  }
  if (said) {
    said.inert = true; // a tap right now was meant for what was here before
    setTimeout(() => {
      said.inert = false;
    }, SETTLE);
  }
  clearTimeout(ends);
  ends = setTimeout(() => whenIdle(later), SHOWN);
}

function onNews(changed) {
  const now = totals().map(figure);
  if (now.length === before.length && !document.hidden && !STILL.matches) {
    totals().forEach((each, seat) => {
      if (now[seat] !== before[seat]) count(each, before[seat], now[seat]);
    });
  }
  before = now;
  const last = newest();
  if (last > seen) {
    seen = last;
    land();
    if (changed) tell("#landed p");
    else setTimeout(tell, SETTLE, "#landed p");
  } else if (last < seen) end();
  seen = Math.max(last, Number.isFinite(seen) ? seen : 0);
}
onNews();
document.addEventListener("htmx:after:swap", onNews);
