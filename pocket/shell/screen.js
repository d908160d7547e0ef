// The shell's page: a message with actions, and the frame of the app.
import { speak, word } from "./words.js";

export const find = (id) => document.getElementById(id);
export const make = (tag, properties, ...inside) => {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...inside);
  return made;
};

// Show a message. The first action is the one that suits most people. more: elements between message and actions.
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
  find("progress").hidden = true; // ends the progress bar, even if files are still being fetched
  find("more").replaceChildren();
};
export const reload = () => {
  self.location.reload();
};
export const again = [word("again"), reload];

// Return what helps without a camera, behind a link: a button that copies what textOf() returns, and more elements.
export const withText = (textOf, ...more) => {
  const onclick = async ({ target }) => {
    await navigator.clipboard.writeText(textOf());
    target.textContent = word("copied");
  };
  const copy = make("button", { onclick }, word("copy_code"));
  return make("details", {}, make("summary", {}, word("with_text")), copy, ...more);
};

// Call then() after the next paint. Use the animation frames of this page: those of the app's document are lost if that
// document redirects at once.
const afterPaint = (then) => {
  requestAnimationFrame(() => {
    requestAnimationFrame(then);
  });
};

// Show the app in its frame; call came(address) after each load. A later call replaces `came`: a phone that hands the
// table over shows another phone's app from then on.
export const showApp = (address, came = () => {}) => {
  const frame = find("app");
  frame.hidden = true;
  frame.onload = () => {
    if (frame.hidden) afterPaint(hide); // a later page may show something over itself
    frame.hidden = false;
    speak(frame.contentDocument?.documentElement.lang);
    document.title = frame.contentDocument?.title || "Scorekeeper";
    came(frame.contentWindow.location.href);
    // The page may have been rendered before the last news. It cannot handle "look" before htmx has started, which
    // happens by a timer: dispatch "look" by a later timer.
    if (hasNews) frame.contentWindow.setTimeout(ask);
    hasNews = false;
  };
  frame.src = address;
};

let hasNews = false; // since the last load

const ask = () => {
  const all = find("app").contentDocument?.querySelectorAll("[hx-ptag]") ?? [];
  for (const each of all) each.dispatchEvent(new Event("look"));
};

// Let the elements with live updates request their newest version.
export const look = () => {
  hasNews = true;
  ask();
};
