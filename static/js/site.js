/** The script of every page. The pages also work without it. */

import { whenIdle, reserveHeight } from "./taps.js";

// Check for a hyphenation dictionary, which many browsers lack: the layout relies on hyphens only with one (pad.css).
const trial = document.createElement("p");
trial.textContent = "Maximiliane";
Object.assign(trial.style, { position: "absolute", inlineSize: "4em", visibility: "hidden", overflowWrap: "normal" });
document.body.append(trial);
document.documentElement.classList.toggle("hyphenates", trial.scrollWidth <= trial.clientWidth);
trial.remove();

// Keep at most a third of the screen for the sticky footer: as many of its lines as fit, if the main button is among
// them. The rest is at the end of the page; so is the whole footer if the main button does not fit.
const foot = document.querySelector(".foot");

function place() {
  const { clientHeight: screen, style } = document.documentElement;
  const { top, height } = foot.getBoundingClientRect();
  if (!height) return; // hidden
  const reach = (each) => each.getBoundingClientRect().bottom + 8 - top;
  const main = foot.querySelector(".main") ?? foot.querySelector(".btn, .nav");
  const lines = [...foot.querySelectorAll(":scope > *, .row > *")].map(reach);
  const stays = [height, ...lines].filter((line) => line * 3 <= screen && (!main || line >= reach(main)));
  const shown = Math.max(0, ...stays);
  foot.toggleAttribute("data-loose", !shown);
  style.setProperty("--foot", `${shown}px`);
  style.setProperty("--sunk", `${shown - height}px`);
}

if (foot) {
  place();
  new ResizeObserver(() => whenIdle(place)).observe(foot);
  addEventListener("resize", () => whenIdle(place));
}

// When a field is changed, mark its form as touched (draft.js), and remove the field's error messages.
document.addEventListener("input", ({ target }) => {
  const form = target.closest("form");
  if (form) form.dataset.touched = "";
  target.removeAttribute("aria-invalid");
  for (const said of target.closest(".entry, .option")?.querySelectorAll(".wrong p, .errors") ?? []) {
    reserveHeight(said.parentElement);
    said.remove();
  }
});

// Scroll to the first visible error.
[...document.querySelectorAll(".errors, .wrong p")]
  .find((each) => each.checkVisibility())
  ?.scrollIntoView({ block: "center" });

/*
Submit a form that saves (data-once, on it or on its button) only once, however often it is tapped. If the sender is
known (data-who), outbox.js sends it in the background. The browser submits forms with a password or a file, those with
data-plain, and any form if there is no storage.
*/
const outbox = () => import("./outbox.js");
const messages = document.getElementById("messages"); // missing on error pages

document.addEventListener("submit", (event) => {
  const { target: form, submitter: button } = event;
  const saves = button?.hasAttribute("formaction")
    ? "once" in button.dataset
    : "once" in (button?.dataset ?? {}) || "once" in form.dataset;
  if (event.defaultPrevented || !saves) return;
  if (form.dataset.sent) return event.preventDefault();
  form.dataset.sent = "1";
  if (
    !messages ||
    !document.body.dataset.who ||
    "plain" in form.dataset ||
    form.querySelector("[type=password], [data-reveal], [type=file]") // or a password shown as text (reveal.js)
  )
    return;
  event.preventDefault();
  const data = new FormData(form, button);
  outbox()
    .then(({ send }) => send(form, button, data))
    .catch(() => {
      delete form.dataset.sent;
      form.dataset.plain = "";
      form.requestSubmit(button);
    });
});

// Allow submitting the forms of a page again after it was restored from the back/forward cache.
addEventListener("pageshow", ({ persisted }) => {
  if (!persisted) return;
  for (const form of document.querySelectorAll("form[data-sent]")) delete form.dataset.sent;
});

// Share a picture by the phone's share sheet; without one, the link opens the picture.
document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-picture]");
  if (!link || !navigator.canShare) return;
  event.preventDefault();
  import("./picture.js").then(({ share }) => share(link.href)).catch(() => location.assign(link.href));
});

/**
 * Return whether outbox.js and draft.js are needed at once: the page has a form[data-draft], or this browser has a
 * database of store.js or does not tell which databases it has.
 */
async function mayHaveStored() {
  if (document.querySelector("form[data-draft]") || !indexedDB.databases) return true;
  const store = `scorekeeper${new URL(import.meta.url).pathname.split("/static/")[0]}`; // as in store.js
  return (await indexedDB.databases()).some(({ name }) => name === store);
}

/*
Keep the screen on (Wake Lock API) while a page with <meta name="awake" data-here> is open. The choice is stored on the
phone. Until there is one, the page's default (`content`) holds: "on" on a phone that keeps score for everybody. The
table display has "always", which overrides the choice.
*/
const awake = document.querySelector("meta[name=awake]");
let chosen = "";
try {
  chosen = localStorage.awake ?? "";
} catch {
  /* no storage: use the default */
}
const staysOn = (chosen || awake?.content) === "on";

/** Request a wake lock; browsers release it whenever the page is hidden. */
function stayAwake() {
  if (!document.hidden) navigator.wakeLock.request("screen").catch(() => {});
}

if (navigator.wakeLock && awake) {
  if ("here" in awake.dataset && (awake.content === "always" || staysOn)) {
    document.addEventListener("visibilitychange", stayAwake);
    stayAwake();
  }
  const box = document.querySelector("[data-awake]");
  if (box) {
    box.closest("[hidden]")?.removeAttribute("hidden");
    box.checked = staysOn;
    box.addEventListener("change", () => {
      try {
        localStorage.awake = box.checked ? "on" : "off";
      } catch {
        /* no storage: the default stays */
      }
    });
  }
}

const drafts = () => import("./draft.js").catch(() => {});

/** Delay a click that leaves the page until draft.js is loaded and can store what was typed. */
function storeDraftFirst(event) {
  const leads = event.target.closest("a[href], form:not([data-once], [data-draft]) button:not([type=button])");
  if (!leads) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  drafts().then(() => leads.click());
}

if (messages) {
  addEventListener(
    "input",
    () => {
      addEventListener("click", storeDraftFirst, true);
      drafts().then(() => removeEventListener("click", storeDraftFirst, true));
    },
    { once: true },
  );
  mayHaveStored()
    .catch(() => false)
    .then((something) => {
      if (something) {
        for (const bring of [outbox, () => import("./draft.js")])
          bring().catch(() => setTimeout(() => bring().catch(() => {}), 1000));
      } else {
        // load outbox.js early: when it is needed, the connection may be lost
        addEventListener("pointerdown", () => outbox().catch(() => {}), { once: true });
      }
    });
}
