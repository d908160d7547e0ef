// Highlight a round that was saved, on this phone or another, since this tab last showed the pad. Its points rise into
// the totals (pad.css), the totals count up, and for ten seconds a message offers to undo the round.

import { whenIdle } from "./taps.js";

const SHOWN = 10_000; // milliseconds
const SETTLE = 700; // milliseconds until a message that has just appeared can be tapped or is announced
const COUNTING = 500; // milliseconds in which the totals rise
const STILL = matchMedia("(prefers-reduced-motion: reduce)");

const latest = (numbers) => Math.max(0, ...[...numbers].map(Number));
const newest = () => latest([...document.querySelectorAll("tr.round[id]")].map((row) => row.id.slice(1)));

/**
 * Return the number of the last entry of this match that this tab has shown (stored by pad.js); Infinity if it is not
 * known, so that no entry counts as new.
 */
function lastSeen() {
  try {
    const [where, live] = JSON.parse(sessionStorage.pad ?? "[]");
    if (where === location.pathname) return latest([...live.matchAll(/ id="r(\d+)"/g)].map(([, number]) => number));
  } catch {
    /* no session storage */
  }
  return Infinity;
}

const totals = () => [...document.querySelectorAll(".rounds thead b")];
const number = (element) => Number(element?.textContent.replace("−", "-") ?? 0);
const figure = (element) => Number(element.dataset.to ?? number(element));

function count(element, from, to) {
  const started = performance.now();
  const step = (now) => {
    if (element.dataset.to !== String(to)) return; // a newer animation is running
    const part = Math.min(1, Math.max(0, now - started) / COUNTING);
    element.textContent = String(Math.round(from + (to - from) * part)).replace("-", "−");
    if (part < 1) requestAnimationFrame(step);
    else delete element.dataset.to;
  };
  element.dataset.to = to;
  requestAnimationFrame(step);
}

/** Announce a message to screen readers together with the standings, in one live region. */
function tell(where) {
  const said = document.querySelector(where);
  if (!said) return;
  const news = document.createElement("p");
  news.className = "vh";
  news.textContent = said.textContent;
  document.querySelector(".stand").prepend(news);
}
setTimeout(tell, SETTLE, "main > .stack > .notice .grow"); // live regions announce only what is added to them

let seen = lastSeen();
let shown = newest();
let before = totals().map((each) =>
  newest() > seen ? figure(each) - number(each.parentElement.querySelector(".gain")) : figure(each),
);
let ends;

function end() {
  for (const each of document.querySelectorAll("[data-landed]")) {
    if (!each.contains(document.activeElement)) delete each.dataset.landed;
  }
}

/** Highlight the newest round, if it is there, and show a message in the footer. */
function land(id) {
  end();
  const said = document.getElementById(id);
  for (const each of [document.getElementById(`r${seen}`), said]) {
    if (!each) continue;
    void each.offsetWidth; // restart the animation
    each.dataset.landed = "";
  }
  if (said) {
    said.inert = true; // a tap right now was meant for something that was here before
    setTimeout(() => {
      said.inert = false;
    }, SETTLE);
  }
  clearTimeout(ends);
  ends = setTimeout(() => whenIdle(end), SHOWN);
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
    land("landed");
    if (changed) tell("#landed p");
    else setTimeout(tell, SETTLE, "#landed p");
  } else if (last < shown) {
    end();
    if (changed) land("undone");
    if (changed) tell("#undone p");
  }
  shown = last;
  seen = Math.max(last, Number.isFinite(seen) ? seen : 0);
}
onNews();
document.addEventListener("htmx:after:swap", onNews);
