// What a guest sees around the app: the code to show, how to connect again, and messages if the table is out of reach.
import { at, build, files, newest } from "./builds.js";
import { readCode } from "./camera.js";
import { Guest, kept } from "./guest.js";
import { GONE } from "./host.js";
import { drawn } from "./qr.js";
import { find, hide, look, make, reload, show, showApp, withText } from "./screen.js";
import { language, word } from "./words.js";

const PATIENCE = 3000; // milliseconds until a code is shown, if the host may still be found

const SHELL = /^(vendor\/)?[^/]+\.(css|html|js|png|svg|webmanifest)$/;

// Store the build.json of this address, by which files of the host are checked. Without a network, keep the stored one.
// Let the service worker cache the shell, so that this page opens without a network, too.
const noteBuild = async () => {
  const found = await newest().catch(() => undefined);
  if (!found) return;
  await (await files()).put(at("table"), new Response(JSON.stringify(found)));
  for (const path of Object.keys(found.files).filter((each) => SHELL.test(each))) fetch(at(path)).catch(console.info);
};

const pause = (time) => new Promise((done) => setTimeout(done, time));

const leave = () => {
  self.location.hash = "";
};

let guest, shell, deputy;

const theDeputy = () => {
  deputy ??= import("./deputy.js").then(({ Deputy }) => new Deputy(guest, { ...shell, ask: askToStandBy }));
  return deputy;
};

// Show the progress of a fetch, 0 to 1; then that something goes on.
const tellShare = (share) => {
  const bar = find("progress");
  bar.hidden = false;
  if (share < 1) Object.assign(bar, { max: 1, value: share });
  else bar.removeAttribute("value");
};

// Take over as the deputy; the other guests follow.
const goOn = async () => {
  find("away").hidden = true;
  show(word("starting"), word("all_come"));
  try {
    await (await theDeputy()).goOn(tellShare);
    hide();
  } catch (error) {
    console.warn(error);
    show(word("failed"), String(error.message), [[word("again"), goOn], ...backToPage()]);
  }
};

const tell = (text, actions) => {
  const bar = find("away");
  bar.replaceChildren(text, ...actions.map(([label, onclick]) => make("button", { onclick }, label)));
  bar.hidden = find("app").hidden || !find("start").hidden;
};

// Ask once whether this phone takes the app from the host's, so that it can go on without that phone.
const askToStandBy = async (asked) => {
  const { standsBy } = kept();
  const answer = (yes) => async () => {
    find("away").hidden = true;
    guest.keep({ standsBy: yes });
    if (yes) await asked.fetch(() => {}).catch(console.warn);
    else guest.wire?.send({ type: "declines" });
  };
  if (standsBy !== undefined) return answer(standsBy)();
  const size = ((await asked.size()) / 1e6).toLocaleString(language(), { maximumFractionDigits: 0 });
  const actions = [[word("yes"), answer(true)], [word("no"), answer(false)]];
  if (guest.isConnected) tell(word("stand_by").replace("{size}", size), actions);
};

const tellLost = async () => {
  const canGoOn = Date.now() - guest.lostAt >= GONE && (await guest.canGoOn());
  if (guest.isLost) tell(word("lost"), [...(canGoOn ? [[word("go_on"), goOn]] : []), [word("connect"), again]]);
};

const toLeave = [word("leave_table"), leave];

// Return the action that goes back to the page, where something may have been typed, in an array; [] if there is no
// page.
const backToPage = () => (find("app").hidden ? [] : [[word("back"), hide]]);

// Show this phone's code, which the host scans.
const showAnswer = (code, more = [[word("scan_other"), scanned]]) => {
  const inside = [drawn(code, word("code")), withText(() => code)];
  show(word("show_code"), word("they_scan"), [...backToPage(), ...more, toLeave], inside);
};

// Connect by a host's code, scanned or pasted.
const scanned = async () => {
  const code = await readCode(word("scan"), (text) => guest.answer(text));
  if (code) showAnswer(code);
  else if (find("app").hidden) leave();
  else hide();
};

// Connect again: show the code that the host can scan, if there is one (Guest.ownCode()); otherwise scan a code of the
// host.
const again = async () => {
  const [canGoOn, code] = [await guest.canGoOn(), await guest.ownCode()];
  if (guest.isConnected) return;
  const anew = [word("scan_other"), scanned]; // the host's page may have been closed since: then the code is too old
  if (code) showAnswer(code, [...(canGoOn ? [[word("go_on"), goOn]] : []), ...(kept().comes ? [] : [anew])]);
  else await scanned();
};

// Connect again after this page was closed; show a code if that is impossible or takes longer than PATIENCE.
const resume = async () => {
  if (await guest.resume()) {
    show(word("connecting"), "", [toLeave]);
    await pause(PATIENCE);
  }
  if (find("app").hidden && !guest.isOut) await again();
};

const told = {
  connected: (path) => {
    history.replaceState(null, "", "#table");
    find("away").hidden = true;
    const { contentWindow: app } = find("app");
    if (find("app").hidden)
      showApp(at(`app${path}`));
    else {
      hide();
      app.dispatchEvent(new Event("online")); // sends its outbox
      app.document.getElementById("go-on")?.click();
      look();
    }
  },
  lost: () => {
    tellLost();
    setTimeout(tellLost, GONE);
  },
  deputy: async (head, body) => {
    (await theDeputy()).got(head, body);
  },
  news: look,
  lacks: (count, go) => {
    show(word("lacks").replace("{count}", count), word("wait"), [...backToPage(), [word("there_anyway"), go]]);
  },
  out: () => {
    find("away").hidden = true;
    find("app").remove();
    show(word("thrown_out"), "", [[word("scan_other"), reload]]);
  },
  other: async (id, tellHost) => {
    history.replaceState(null, "", "#table"); // this phone comes back without a scan
    await noteBuild();
    for (let n = 0; n < 50 && !kept().here; n++) await pause(100);
    if ((await build("table"))?.id === id) reload(); // this page was older than the host's
    else if (navigator.onLine) tellHost();
    show(word("other_version"), word("take_there"), [[word("again"), reload], toLeave]);
  },
};

// Continue as a guest of the phone that takes the table over. seat: {path, cookies}.
export const goOver = (wire, seat, of) => {
  shell = of;
  guest = new Guest(told);
  deputy = undefined; // an earlier one was that of another guest
  self.guest = guest;
  guest.adopt(wire, seat);
  find("app").hidden = true; // the frame still shows this phone's own site
  show(word("connecting"), "", [toLeave]);
  return guest;
};

// Resolve with the guest, which answers the app's requests; undefined without WebRTC. of: the callbacks that a deputy
// needs from shell.js.
export const begin = async (of) => {
  shell = of;
  if (!self.RTCPeerConnection) {
    show(word("no_rtc"), "", [[word("back"), leave]]);
    return undefined;
  }
  await noteBuild();
  guest = new Guest(told);
  self.guest = guest; // for debugging
  const [, code] = self.location.hash.match(/^#table=(.+)$/) ?? [];
  if (!code) resume();
  else {
    await guest.answer(code).then(
      (answer) => showAnswer(answer),
      () => show(word("no_code"), "", [[word("scan_other"), scanned]]),
    );
  }
  return guest;
};
