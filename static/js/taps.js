/*
Every tap counts, once, where the finger came down.

Browsers send clicks for one finger at a time: none for fingers that overlap, as when typing with two thumbs, and on a
busy phone a click only after the next finger is down. So this script keeps the state of each finger by its pointerId.
For elements that people tap quickly (QUICK), and for fingers that overlap, it dispatches clicks on pointerup, in the
order of the pointerdown events, and suppresses the browser's own click. A long press is the event `hold`, measured by
the timestamps of the finger's events; if no listener prevents its default, it counts as a tap. Everything else is left
to the browser: links, mice, keyboards, screen readers.

A button that appears where another one has just been tapped, on the next page or after a swap, ignores taps for a
moment and shows that (data-soon), since the second half of a double tap is not meant for it. Taps on a page that has
not been painted yet are ignored, too. No other tap is.

Nothing moves under a finger: a line that disappears leaves its space (reserveHeight), one that appears waits until
nobody has tapped for a moment (whenIdle), and the element that was tapped last keeps its position on the screen when
something above it changes (keepScroll).
*/

const HOLD = 400; // ms
const SLIP = 24; // px that a finger may move during a tap
const NEAR = 16; // px around a button: a tap that close counts as being at its place
const MOMENT = 700; // ms
const AGAIN = 1000; // ms after which a second tap at the same place counts as intended
const PATIENCE = 10_000; // ms; used instead of AGAIN on a new page, which may have been slow to load
const CHOICE = "label:has([type=radio], [type=checkbox], [data-number]), summary";
const QUICK = `#save, #entry :is(button[type=button], ${CHOICE}), [data-trick] :is(button, ${CHOICE})`;
const TAPPED = "a[href], button, summary, label";
const ACTS = "a[href]:not([aria-controls]), button:not([type=button], [data-trick] *)"; // leave the page or save

// Fingers

const fingers = new Map(); // pointerId → finger, in the order of the pointerdown events
const clicked = new Set(); // pointerIds that were handled: a click of the browser's own is ignored
let latest; // the last pointerId whose `hold` was handled; browsers without a pointerId on clicks need it

function stop(event) {
  event.preventDefault();
  event.stopImmediatePropagation();
}

function click(id, finger) {
  const { element, at, x, y } = finger;
  finger.done = true;
  clicked.add(id);
  if (!element?.isConnected || !ready(element, at, x, y)) return;
  remember(x, y, at);
  lastTapped = element;
  const field = element.control; // clicking its label would scroll to it
  if (field?.matches("[data-number]")) field.focus({ preventScroll: true });
  else (field ?? element).click();
}

addEventListener(
  "pointerdown",
  ({ pointerId: id, pointerType: type, target, timeStamp: at, clientX: x, clientY: y }) => {
    const alone = !fingers.size;
    for (const other of fingers.values()) other.alone = false;
    fingers.set(id, { type, element: target.closest(TAPPED), at, x, y, alone });
  },
  true,
);

addEventListener("pointercancel", ({ pointerId: id }) => fingers.delete(id), true);

addEventListener(
  "pointerup",
  ({ pointerId: id, timeStamp: at, clientX: x, clientY: y }) => {
    const finger = fingers.get(id);
    if (finger && Math.hypot(x - finger.x, y - finger.y) < SLIP) onPointerUp(id, finger, at - finger.at);
    fingers.delete(id);
  },
  true,
);

function onPointerUp(id, finger, stayed) {
  const { type, element, alone } = finger;
  if (alone && stayed >= HOLD && element) {
    const hold = new CustomEvent("hold", { bubbles: true, cancelable: true });
    if (!element.dispatchEvent(hold)) {
      finger.done = true;
      clicked.add((latest = id));
      return;
    }
  }
  if (type !== "touch" || (alone && !element?.matches(QUICK))) return;
  for (const [other, earlier] of fingers) {
    if (!earlier.done) click(other, earlier);
    if (earlier === finger) break;
  }
}

addEventListener(
  "touchend",
  (event) => {
    if (event.cancelable && event.target.closest(TAPPED)?.matches(QUICK)) event.preventDefault();
  },
  { capture: true, passive: false },
);

// Buttons that ignore taps for a moment

const readyAt = new WeakMap(); // button → when it becomes ready; Infinity while it waits
let painted = Infinity; // when the second animation frame began: the page has been painted by then
requestAnimationFrame(() =>
  requestAnimationFrame(() => {
    painted = performance.now();
  }),
);

function ready(element, at, x, y) {
  if (at < painted) return false;
  const button = element.closest(ACTS);
  if (!button) return true;
  if (isFresh && isNear(button.getBoundingClientRect(), former) && Math.hypot(x - former[0], y - former[1]) < SLIP) {
    wait(button); // scrolling has brought it to the place of the last tap on the page before
  }
  return at >= (readyAt.get(button) ?? 0);
}

/** Make a button ignore taps until a moment after the next frame, and show that (data-soon). */
export function wait(button) {
  if (readyAt.get(button) === Infinity) return;
  readyAt.set(button, Infinity);
  button.dataset.soon = "";
  afterMoment(() => {
    delete button.dataset.soon;
    readyAt.set(button, performance.now());
  });
}

const afterMoment = (act) => requestAnimationFrame(() => setTimeout(act, MOMENT));

/**
 * Where and when the last tap was, on this page or, by session storage, on the one before: [x, y, ms since the epoch];
 * [] if none is known.
 */
let tapped = [];
try {
  tapped = JSON.parse(sessionStorage.tap ?? "[]");
} catch {
  /* no session storage: only this page's taps */
}
const former = tapped; // the last tap on the page before

function remember(x, y, at) {
  tapped = [x, y, performance.timeOrigin + at];
  try {
    sessionStorage.tap = JSON.stringify(tapped);
  } catch {
    /* no session storage */
  }
}

addEventListener(
  "click",
  (event) => {
    const { detail: pointed, isTrusted: real, pointerId: id = latest, timeStamp: at, target } = event;
    const { clientX: x, clientY: y } = event;
    if (!pointed) return;
    if ((real && clicked.delete(id)) || !ready(target, at, x, y)) stop(event);
    else {
      remember(x, y, at);
      lastTapped = target.closest(TAPPED);
    }
  },
  true,
);

const isRecent = ([, , at], within) => performance.timeOrigin + performance.now() - at < within;
const isNear = (box, [x, y]) =>
  box.width && box.left < x + NEAR && box.right > x - NEAR && box.top < y + NEAR && box.bottom > y - NEAR;

/** Return a form's address and hidden fields as text: if they have changed, its buttons do something else by now. */
const untyped = (form) =>
  form &&
  [form.action, ...form.querySelectorAll("[type=hidden]:not([name=csrfmiddlewaretoken])")]
    .map((each) => each.value ?? each)
    .join(" ");

/**
 * Return the buttons and links at the place of the last tap, each with a text of what it does; none if that tap was
 * more than `within` ms ago.
 */
function acting(within) {
  const found = new Map();
  if (!isRecent(tapped, within)) return found;
  for (const each of document.querySelectorAll(ACTS)) {
    if (isNear(each.getBoundingClientRect(), tapped))
      found.set(each, `${each.href} ${each.name} ${each.value} ${untyped(each.form)}`);
  }
  return found;
}

// Whether the page is new and the last tap on the page before is recent. If so, a button that is scrolled to the place
// of that tap ignores a tap there (ready()).
let isFresh = isRecent(former, PATIENCE);
afterMoment(() => {
  isFresh = false;
});

const arrive = () => [...acting(PATIENCE).keys()].forEach(wait);
arrive();
addEventListener("pageshow", ({ persisted }) => persisted && arrive());

// Lines that appear and disappear

let lastTapped; // the element that was tapped last
const top = () =>
  lastTapped?.checkVisibility() && !lastTapped.closest(".foot") ? lastTapped.getBoundingClientRect().top : NaN;

/**
 * Scroll so that the element that was tapped last is back at `before`, in px from the top of the window. Extend the
 * page if it is too short for that. Undo both if the element does not move with the page, as a sticky one.
 */
function bringBack(before) {
  const moved = top() - before;
  if (!moved) return;
  const { clientHeight, scrollHeight } = document.documentElement;
  const here = scrollY;
  const lacks = here + moved + clientHeight - scrollHeight;
  if (lacks > 0) document.body.style.minBlockSize = `${scrollHeight + lacks}px`;
  scrollBy({ top: moved, behavior: "instant" });
  if (top() - before !== moved) return;
  document.body.style.minBlockSize = "";
  scrollTo({ top: here, behavior: "instant" });
}

/** Keep the height of an element, whatever is removed from it. */
export function reserveHeight(element) {
  if (element.offsetHeight) element.style.minBlockSize = `${element.offsetHeight}px`;
}

/** Change the page without moving the element that was tapped last. */
export function keepScroll(change) {
  const before = top();
  change();
  bringBack(before);
}

const idleQueue = [];
let resting;

/** Run a function that moves the page as soon as no finger is down and nobody has tapped for a moment. */
export function whenIdle(act) {
  idleQueue.push(act);
  runWhenIdle();
}

function runWhenIdle() {
  clearTimeout(resting);
  const now = performance.now();
  const left = (tapped[2] ?? 0) + MOMENT - performance.timeOrigin - now;
  const touched = [...fingers.values()].some(({ type, at }) => type === "touch" && now - at < PATIENCE);
  if (left > 0 || touched) resting = setTimeout(runWhenIdle, Math.max(left, 100));
  else keepScroll(() => idleQueue.splice(0).forEach((act) => act()));
}

/**
 * Keep an element's height until whenIdle(). An element without height is hidden until then, unless it is a status:
 * screen readers do not announce a hidden one.
 */
function hold(element) {
  if ("held" in element.dataset) return;
  const isSpoken = element.role === "status";
  const size = isSpoken ? "blockSize" : "maxBlockSize";
  element.dataset.held = element.offsetHeight || isSpoken ? "" : "gone";
  element.style[size] = `${element.offsetHeight}px`;
  whenIdle(() => {
    delete element.dataset.held;
    element.style[size] = "";
  });
}

let actionsBefore = new Map();
let topBefore;
document.addEventListener("htmx:before:swap", () => {
  actionsBefore = acting(AGAIN);
  topBefore = top();
  for (const line of document.querySelectorAll("#entry :is(.wrong, [id^=live-]), #result")) {
    const box = getComputedStyle(line).display === "inline" ? line.parentElement : line;
    if (line.id !== "result") reserveHeight(box);
    hold(box);
  }
});
document.addEventListener("htmx:after:swap", () => {
  for (const [each, does] of acting(AGAIN)) if (actionsBefore.get(each) !== does) wait(each);
  bringBack(topBefore);
});
