/*
Every tap counts, once, where the finger came down.

A browser clicks for one finger at a time: of fingers that overlap, as those of two thumbs do, it says nothing; and on a
busy phone its click comes when the next finger is down already. So each finger has a state of its own here, by its
pointerId. Where people tap quickly (QUICK), and for fingers that overlap, the click is made as the finger goes up, in
the order in which they came down, and the browser's own is not wanted. A finger that stays is an event `hold`, by the
times of its own events; where nobody takes it, it is a tap. All else is the browser's: links, mice, keyboards, screen
readers.

A button that topBefore where another one has just been tapped, on the next page or after a swap, is not ready for a
moment, and shows it (data-soon): the second half of a double tap is not meant for it. Nor is a tap meant for a page
that has not been painted yet. Nothing else is ever kept back.

And nothing moves under a thumb: a line that goes leaves its room (reserveHeight), one that comes waits until nobody has
tapped for a moment (whenIdle), and what was tapped last stays where it is on the screen, whatever comes or goes above
it (keepScroll).
*/

const HOLD = 400; // ms
const SLIP = 24; // px that a finger may slip
const NEAR = 16; // px
const MOMENT = 700; // ms
const AGAIN = 1000; // ms after which nobody taps a second time by mistake
const PATIENCE = 10_000; // the same, in ms, if the next page took long to come
const CHOICE = "label:has([type=radio], [type=checkbox], [data-number]), summary";
const QUICK = `#save, #entry :is(button[type=button], ${CHOICE}), [data-trick] :is(button, ${CHOICE})`;
const TAPPED = "a[href], button, summary, label";
const ACTS = "a[href]:not([aria-controls]), button:not([type=button], [data-trick] *)"; // leads on

// Fingers

const fingers = new Map(); // by pointerId, in the order in which they came down
const clicked = new Set(); // those whose click is not to count again, should the browser send one
let latest; // the last of them, for a browser whose clicks do not say whose they are

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
  under = element;
  const field = element.control; // of a label, which would scroll to it
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

// Buttons that are not ready

const since = new WeakMap(); // when each of them was ready
let painted = Infinity; // when this page was first painted; the second animation frame comes after that
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
    wait(button); // the page has been scrolled since it came
  }
  return at >= (since.get(button) ?? 0);
}

/** Lets a button wait for a moment from when it is seen, and shows it. */
export function wait(button) {
  if (since.get(button) === Infinity) return;
  since.set(button, Infinity);
  button.dataset.soon = "";
  afterMoment(() => {
    delete button.dataset.soon;
    since.set(button, performance.now());
  });
}

const afterMoment = (act) => requestAnimationFrame(() => setTimeout(act, MOMENT));

/** Where and when something was tapped last, on this page or the one before; without storage none of the one before. */
let tapped = [];
try {
  tapped = JSON.parse(sessionStorage.tap ?? "[]");
} catch {
  /* then none */
}
const former = tapped; // of the page before

function remember(x, y, at) {
  tapped = [x, y, performance.timeOrigin + at];
  try {
    sessionStorage.tap = JSON.stringify(tapped);
  } catch {
    /* as above */
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
      under = target.closest(TAPPED);
    }
  },
  true,
);

const isRecent = ([, , at], within) => performance.timeOrigin + performance.now() - at < within;
const isNear = (box, [x, y]) =>
  box.width && box.left < x + NEAR && box.right > x - NEAR && box.top < y + NEAR && box.bottom > y - NEAR;

/** What a form sends that nobody has typed: the same button may be for something else by now. */
const untyped = (form) =>
  form &&
  [form.action, ...form.querySelectorAll("[type=hidden]:not([name=csrfmiddlewaretoken])")]
    .map((each) => each.value ?? each)
    .join(" ");

/** The buttons and links that stand where something was tapped at most so many ms ago, with what they do. */
function acting(within) {
  const found = new Map();
  if (!isRecent(tapped, within)) return found;
  for (const each of document.querySelectorAll(ACTS)) {
    if (isNear(each.getBoundingClientRect(), tapped))
      found.set(each, `${each.href} ${each.name} ${each.value} ${untyped(each.form)}`);
  }
  return found;
}

// A page is fresh until it has been seen for a moment: what comes under the thumb as it is scrolled waits, too.
let isFresh = isRecent(former, PATIENCE);
afterMoment(() => {
  isFresh = false;
});

const arrive = () => [...acting(PATIENCE).keys()].forEach(wait);
arrive();
addEventListener("pageshow", ({ persisted }) => persisted && arrive());

// Lines that come and go

let under; // what was tapped last
const top = () =>
  under?.checkVisibility() && !under.closest(".foot") ? under.getBoundingClientRect().top : NaN;

/**
 * Brings what was tapped last back to where it was; a page that is too short for that grows. What stays at the edge of
 * the screen is moved by no scrolling.
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

/** An element stays as high as it is, whatever goes from it. */
export function reserveHeight(element) {
  if (element.offsetHeight) element.style.minBlockSize = `${element.offsetHeight}px`;
}

/** Something that changes the page, without moving what was tapped last. */
export function keepScroll(change) {
  const before = top();
  change();
  bringBack(before);
}

const idleQueue = [];
let resting;

/** Does something that moves the page as soon as no finger lies on it and none has tapped for a moment. */
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

/** An element stays as high as it is, until nobody taps; one that is read out is never taken away. */
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
