// The pad: rows open in place, and what is new disturbs nothing that is open (follow.js brings it).
// Without this file each row's link opens it, and a reload shows what is new.

const LINKS = "a[aria-controls]";
const opens = (link) => link.getAttribute("aria-controls");
const opened = new Set([...document.querySelectorAll("a[aria-expanded=true]")].map(opens));

function show(link) {
  const id = opens(link),
    open = opened.has(id);
  document.getElementById(id).hidden = !open;
  link.setAttribute("aria-expanded", String(open));
}

/** Brings the earlier rounds, where they are open, as they are by now. */
function bringOlder() {
  if (opened.has("older")) document.getElementById("older")?.dispatchEvent(new Event("unfold"));
}

// Out of reach they close again, and the page says why.
document.addEventListener("htmx:error", (event) => {
  if (event.target.id !== "older" || event.target.children.length) return;
  opened.delete("older");
  document.querySelectorAll(LINKS).forEach(show);
  document.getElementById("lost").hidden = false;
});

// Anywhere in a round's row is a tap on its number.
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

// The menu at the foot closes by a tap beside it.
function closeMenu() {
  const menu = document.querySelector("details.more[open]");
  if (!menu) return;
  menu.open = false;
  if (menu.contains(document.activeElement)) menu.querySelector("summary").focus();
}
document.addEventListener("pointerdown", (event) => {
  if (!event.target.closest("details.more")) closeMenu();
});

// Earlier rounds open by themselves where an address leads to one of them.
const anchor = /^#(r[0-9]+)$/.exec(location.hash)?.[1];
document.addEventListener("htmx:after:init", (event) => {
  if (event.target.id !== "older" || !anchor || document.getElementById(anchor)) return;
  document.addEventListener("htmx:after:swap", () => document.getElementById(anchor)?.scrollIntoView(), { once: true });
  document.querySelector("a[aria-controls=older]").click();
});
// What was done is said in sight, too, where the page is shown further down.
if (anchor) document.getElementById("foot").prepend(...document.querySelectorAll("main > .stack > .notice"));

// What is new comes with all rows closed, and without those before.
document.addEventListener("htmx:after:swap", (event) => {
  document.querySelectorAll(LINKS).forEach(show);
  if (event.target.id !== "older") bringOlder();
});

// What was seen last, for a round that waits for the network (sending.js).
addEventListener("pagehide", () => {
  const sheets = [...document.querySelectorAll("link[rel=stylesheet]")].map((sheet) => sheet.href);
  try {
    sessionStorage.pad = JSON.stringify([location.pathname, document.getElementById("live").innerHTML, sheets]);
  } catch {
    /* then without */
  }
});
