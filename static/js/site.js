/** What every page gets on top: it works without, only a little less handily. */

// Many browsers have no dictionary: then the layout must not count on hyphens (pad.css).
const trial = document.createElement("p");
trial.textContent = "Maximiliane";
Object.assign(trial.style, { position: "absolute", inlineSize: "4em", visibility: "hidden", overflowWrap: "normal" });
document.body.append(trial);
document.documentElement.classList.toggle("hyphenates", trial.scrollWidth <= trial.clientWidth);
trial.remove();

// What was said of a field holds no longer once it is changed.
document.addEventListener("input", ({ target }) => {
  const form = target.closest("form");
  if (form) form.dataset.touched = "";
  target.removeAttribute("aria-invalid");
  for (const said of target.closest(".entry, .option")?.querySelectorAll(".wrong p, .errors") ?? []) said.remove();
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
const can = document.getElementById("kept"); // not on an error page

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
    form.querySelector("[type=password], [type=file]")
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
  around.clear();
  changed = clock();
});

/** Whether this phone may have what the server does not: it has kept something once. */
async function keeps() {
  if (document.querySelector("form[data-draft]") || !indexedDB.databases) return true;
  const store = `scorekeeper${new URL(import.meta.url).pathname.split("/static/")[0]}`; // that of kept.js
  return (await indexedDB.databases()).some(({ name }) => name === store);
}

if (can) {
  addEventListener("input", () => import("./draft.js").catch(() => {}), { once: true });
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

/*
A tap where something else lies under the thumb than at the tap before, on this page or the last, is not meant for it.
What is tapped to act (links, buttons that send) has changed when it says something else, anything else when it lay
elsewhere.
*/
const NEAR = 48; // px
const SETTLE = 700; // ms
const ACTS = "a[href], button:not([type=button]), .btn";
const around = new Map(); // what lay near the last tap, where, and what it said
const clock = () => performance.timeOrigin + performance.now();
let changed = clock();
let shown = Infinity; // since when there is something to be seen
let settling;
let look; // around the last tap
requestAnimationFrame(() =>
  setTimeout(() => {
    shown = changed = clock();
  }),
);

const sign = (element) => element.matches(ACTS) && `${element.textContent} ${element.href}`;
const within = (box, x, y) => box.left <= x && x <= box.right && box.top <= y && y <= box.bottom;

function lookAround(x, y, tapped) {
  around.clear();
  for (const each of document.querySelectorAll("a, button, summary, label, input, select")) {
    const box = each.getBoundingClientRect();
    if (box.left < x + NEAR && box.right > x - NEAR && box.top < y + NEAR && box.bottom > y - NEAR) {
      around.set(each, { sign: sign(each), box, tapped: each === tapped });
    }
  }
}

document.addEventListener(
  "click",
  (event) => {
    const { clientX: x, clientY: y, detail: pointed } = event;
    const here = event.target.closest("a, button, summary, label, input, select");
    const labels = [...(here?.labels ?? [])]; // a tap on one of them comes a second time, for its field
    if (!pointed || labels.some((label) => around.get(label)?.tapped)) return;
    const now = performance.timeOrigin + event.timeStamp; // when it was tapped: a busy phone comes to it later
    let last = [];
    try {
      last = JSON.parse(sessionStorage.tap ?? "[]");
    } catch {
      /* no storage, no pause between pages */
    }
    const [lastX, lastY, at] = last;
    const soon =
      now - Math.max(at, changed) < SETTLE && changed - at < 10_000 && Math.hypot(x - lastX, y - lastY) < NEAR;
    const was = around.get(here);
    const another =
      here && (was === undefined || (was.sign ? was.sign !== sign(here) : !was.tapped && !within(was.box, x, y)));
    if (now < shown || (soon && another)) {
      event.preventDefault();
      return event.stopImmediatePropagation();
    }
    if (soon && !here) return; // it hit nothing: what will be there has not been seen
    look = () => lookAround(x, y, here);
    look();
    settle();
    try {
      sessionStorage.tap = JSON.stringify([x, y, now]);
    } catch {
      /* as above */
    }
  },
  { capture: true },
);

/** What is there in a while will have been seen. */
function settle() {
  clearTimeout(settling);
  settling = setTimeout(() => look?.(), SETTLE);
}

document.addEventListener("htmx:after:swap", () => {
  changed = clock();
  settle();
});
