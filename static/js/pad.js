// The pad. Rows open in place and stay open when live_updates.js swaps in new content.
// Without this script, each row's link loads the page with the row open, and a reload shows what is new.

const LINKS = "a[aria-controls]";
const opens = (link) => link.getAttribute("aria-controls");
const opened = new Set([...document.querySelectorAll("a[aria-expanded=true]")].map(opens));

function show(link) {
  const id = opens(link),
    open = opened.has(id);
  document.getElementById(id).hidden = !open;
  link.setAttribute("aria-expanded", String(open));
}

/** Reload the earlier rounds if they are open. */
function bringOlder() {
  if (opened.has("older")) document.getElementById("older")?.dispatchEvent(new Event("unfold"));
}

// If the earlier rounds could not be loaded, close them and show the notice that the connection is lost.
document.addEventListener("htmx:error", (event) => {
  if (event.target.id !== "older" || event.target.children.length) return;
  opened.delete("older");
  document.querySelectorAll(LINKS).forEach(show);
  document.getElementById("lost").hidden = false;
});

// A tap anywhere in a row works like a tap on its link.
document.addEventListener("click", (event) => {
  const link = event.target.closest("tr.round, tr.earlier")?.querySelector(LINKS);
  if (!link) return;
  event.preventDefault();
  if (!opened.delete(opens(link))) opened.add(opens(link));
  show(link);
  if (opens(link) === "older") bringOlder();
});

document.addEventListener("keydown", (event) => {
  if (event.key === " " && event.target.matches?.(LINKS)) {
    event.preventDefault();
    event.target.click();
  }
  if (event.key === "Escape") closeMenu();
});

// Close the menu on Escape or a tap outside it.
function closeMenu() {
  const menu = document.querySelector("details.more[open]");
  if (!menu) return;
  menu.open = false;
  if (menu.contains(document.activeElement)) menu.querySelector("summary").focus();
}
document.addEventListener("pointerdown", (event) => {
  if (!event.target.closest("details.more")) closeMenu();
});

// Open the earlier rounds if the address refers to one of them.
const anchor = /^#(r[0-9]+)$/.exec(location.hash)?.[1];
document.addEventListener("htmx:after:init", (event) => {
  if (event.target.id !== "older" || !anchor || document.getElementById(anchor)) return;
  document.addEventListener("htmx:after:swap", () => document.getElementById(anchor)?.scrollIntoView(), { once: true });
  document.querySelector("a[aria-controls=older]").click();
});
// If the address refers to a round, show messages in the footer: the page is scrolled down to the row of that round.
if (anchor) document.getElementById("foot").prepend(...document.querySelectorAll("main > .stack > .notice"));

// New content comes with all rows closed and without the earlier rounds.
document.addEventListener("htmx:after:swap", (event) => {
  document.querySelectorAll(LINKS).forEach(show);
  if (event.target.id !== "older") bringOlder();
});

// Let the confetti of a game that is over fall once on this phone.
function celebrate() {
  if (!document.querySelector(".win")) return;
  const fell = JSON.parse(localStorage.fell ?? "[]");
  if (fell.includes(location.pathname)) return;
  localStorage.fell = JSON.stringify([...fell, location.pathname].slice(-100));
  document.body.classList.add("falls");
}
try {
  celebrate();
  document.addEventListener("htmx:after:swap", celebrate);
} catch {
  /* no storage: no confetti */
}

// Store what was shown last, for landing.js and for a round that waits in the outbox (outbox.js).
addEventListener("pagehide", () => {
  const sheets = [...document.querySelectorAll("link[rel=stylesheet]")].map((sheet) => sheet.href);
  try {
    sessionStorage.pad = JSON.stringify([location.pathname, document.getElementById("live").innerHTML, sheets]);
  } catch {
    /* no session storage */
  }
});
