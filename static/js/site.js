/** What every page gets on top: it works without, only a little less handily. */

import { whenIdle, reserveHeight } from "./taps.js";

// Many browsers have no dictionary: then the layout must not count on hyphens (pad.css).
const trial = document.createElement("p");
trial.textContent = "Maximiliane";
Object.assign(trial.style, { position: "absolute", inlineSize: "4em", visibility: "hidden", overflowWrap: "normal" });
document.body.append(trial);
document.documentElement.classList.toggle("hyphenates", trial.scrollWidth <= trial.clientWidth);
trial.remove();

// Of the foot, a third of the screen at most stays at the bottom, down to the main button at least; what is below that
// waits at the end of the page, and all of it where that is too much.
const foot = document.querySelector(".foot");

function place() {
  const { clientHeight: screen, style } = document.documentElement;
  const { top, height } = foot.getBoundingClientRect();
  if (!height) return; // it is hidden
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

// What was said of a field holds no longer once it is changed.
document.addEventListener("input", ({ target }) => {
  const form = target.closest("form");
  if (form) form.dataset.touched = "";
  target.removeAttribute("aria-invalid");
  for (const said of target.closest(".entry, .option")?.querySelectorAll(".wrong p, .errors") ?? []) {
    reserveHeight(said.parentElement);
    said.remove();
  }
});

// What is wrong is in sight.
[...document.querySelectorAll(".errors, .wrong p")]
  .find((each) => each.checkVisibility())
  ?.scrollIntoView({ block: "center" });

/*
A form that saves (data-once, on it or on its button) goes out once, however often it is tapped. Somebody known sends it
in the background, see sending.js; without a name, with a password or a file, or where nothing can be kept, the browser
does.
*/
const sending = () => import("./sending.js");
const can = document.getElementById("messages"); // not on an error page

document.addEventListener("submit", (event) => {
  const { target: form, submitter: button } = event;
  const saves = button?.hasAttribute("formaction")
    ? "once" in button.dataset
    : "once" in (button?.dataset ?? {}) || "once" in form.dataset;
  if (event.defaultPrevented || !saves) return;
  if (form.dataset.sent) return event.preventDefault();
  form.dataset.sent = "1";
  if (
    !can ||
    !document.body.dataset.who ||
    "plain" in form.dataset ||
    form.querySelector("[type=password], [data-reveal], [type=file]") // a password may be shown (reveal.js)
  )
    return;
  event.preventDefault();
  const data = new FormData(form, button);
  sending()
    .then(({ send }) => send(form, button, data))
    .catch(() => {
      delete form.dataset.sent;
      form.dataset.plain = "";
      form.requestSubmit(button);
    });
});

// Back from the browser's memory: the form may be sent again.
addEventListener("pageshow", ({ persisted }) => {
  if (!persisted) return;
  for (const form of document.querySelectorAll("form[data-sent]")) delete form.dataset.sent;
});

// A picture to share goes to the phone's share sheet; where there is none, its link opens it.
document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-picture]");
  if (!link || !navigator.canShare) return;
  event.preventDefault();
  import("./picture.js").then(({ share }) => share(link.href)).catch(() => location.assign(link.href));
});

// Sound, where somebody has turned it on.
try {
  if (localStorage.sound) import("./sound.js").catch(() => {});
} catch {
  /* no storage: no sound */
}

/** Whether this phone may have what the server does not: it has kept something once. */
async function keeps() {
  if (document.querySelector("form[data-draft]") || !indexedDB.databases) return true;
  const store = `scorekeeper${new URL(import.meta.url).pathname.split("/static/")[0]}`; // that of store.js
  return (await indexedDB.databases()).some(({ name }) => name === store);
}

const drafts = () => import("./draft.js").catch(() => {});

/** A tap that leads away from what was typed waits until draft.js is here, which then keeps that. */
function keptFirst(event) {
  const leads = event.target.closest("a[href], form:not([data-once], [data-draft]) button:not([type=button])");
  if (!leads) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  drafts().then(() => leads.click());
}

if (can) {
  addEventListener(
    "input",
    () => {
      addEventListener("click", keptFirst, true);
      drafts().then(() => removeEventListener("click", keptFirst, true));
    },
    { once: true },
  );
  keeps()
    .catch(() => false)
    .then((something) => {
      if (something) {
        for (const bring of [sending, () => import("./draft.js")])
          bring().catch(() => setTimeout(() => bring().catch(() => {}), 1000));
      } else {
        // before it is needed: the connection may be lost by then
        addEventListener("pointerdown", () => sending().catch(() => {}), { once: true });
      }
    });
}
