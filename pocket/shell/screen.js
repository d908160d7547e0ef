// The page of the shell: a sentence or two, what can be done, and the frame of the app.
import { speak, word } from "./words.js";

export const find = (id) => document.getElementById(id);
export const make = (tag, properties, ...inside) => {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...inside);
  return made;
};

// The first of the actions is the one that most should take. more: elements between the sentences and the actions.
export const show = (what, soft = "", actions = [], more = []) => {
  find("start").hidden = false;
  find("progress").hidden = true;
  find("what").textContent = what;
  find("soft").textContent = soft;
  find("actions").replaceChildren(
    ...actions.map(([label, onclick]) => make("button", { onclick }, label)),
  );
  find("actions").hidden = !actions.length;
  find("more").replaceChildren(...more);
  find("more").hidden = !more.length;
};
export const hide = () => {
  find("start").hidden = true;
  find("progress").hidden = true; // what is still being fetched is told of no more
  find("more").replaceChildren();
};
export const reload = () => {
  self.location.reload();
};
export const again = [word("again"), reload];

// By the frames of this page: those of the app's are gone with a document that leads on at once.
const afterPaint = (then) => {
  requestAnimationFrame(() => {
    requestAnimationFrame(then);
  });
};

// Shows the app in its frame, and tells each address that it comes to.
export const showApp = (address, came = () => {}) => {
  const frame = find("app");
  frame.addEventListener("load", () => {
    frame.hidden = false;
    afterPaint(hide);
    speak(frame.contentDocument?.documentElement.lang);
    document.title = frame.contentDocument?.title || "Scorekeeper";
    came(frame.contentWindow.location.href);
    // This page may have been drawn before the last news, and hears of none until htmx has begun, by a timer.
    if (hasNews) frame.contentWindow.setTimeout(ask);
    hasNews = false;
  });
  frame.src = address;
};

let hasNews = false; // since the last page came

const ask = () => {
  const all = find("app").contentDocument?.querySelectorAll("[hx-ptag]") ?? [];
  for (const each of all) each.dispatchEvent(new Event("look"));
};

// What the app shows and follows may be out of date: it asks.
export const look = () => {
  hasNews = true;
  ask();
};
