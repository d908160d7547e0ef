// What a guest sees around the app: the code to show, how to connect again, and messages if the table is out of reach.
import { at, files, newest } from "./builds.js";
import { readCode } from "./camera.js";
import { Guest, kept } from "./guest.js";
import { drawn } from "./qr.js";
import { find, hide, look, make, reload, show, showApp, withText } from "./screen.js";
import { word } from "./words.js";

const GONE = 10000; // milliseconds out of reach until the deputy offers to take over
const PATIENCE = 3000; // milliseconds until a code is shown, if the host may still be found

// Store the build.json of this address, by which files of the host are checked. Without a network, keep the stored one.
const noteBuild = async () => {
  const found = await newest().catch(() => undefined);
  if (found) await (await files()).put(at("table"), new Response(JSON.stringify(found)));
};

const leave = () => {
  self.location.hash = "";
};

// Open the page that goes on alone with the copy of the group.
const playOn = () => {
  self.location.hash = "#/take-over/";
};

let guest, shell, deputy;

// Take over as the deputy; the other guests follow.
const goOn = async () => {
  find("away").hidden = true;
  show(word("starting"), word("all_come"));
  find("progress").hidden = false;
  find("progress").removeAttribute("value");
  try {
    await (await deputy).goOn();
    hide();
  } catch (error) {
    console.warn(error);
    show(word("failed"), String(error.message), [[word("again"), goOn], [word("play_on"), playOn]]);
  }
};

const tellLost = () => {
  const [bar, isGone] = [find("away"), guest.isDeputy && Date.now() - guest.lostAt >= GONE];
  const more = isGone ? [make("button", { onclick: goOn }, word("go_on"))] : [];
  bar.replaceChildren(make("span", {}, word("lost")), make("button", { onclick: again }, word("connect")), ...more);
  bar.hidden = find("app").hidden || !find("start").hidden;
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
  const hasCopy = await (await files()).match(at("taken"));
  const code = await guest.ownCode();
  if (guest.isConnected) return;
  const onHere = guest.isDeputy ? [word("go_on"), goOn] : [word("play_on"), playOn];
  const anew = [word("scan_other"), scanned]; // the host's page may have been closed since: then the code is too old
  if (code) showAnswer(code, [...(hasCopy ? [onHere] : []), ...(kept().comes ? [] : [anew])]);
  else await scanned();
};

// Connect again after this page was closed; show a code if that is impossible or takes longer than PATIENCE.
const resume = async () => {
  if (await guest.resume()) {
    show(word("connecting"), "", [toLeave]);
    await new Promise((done) => setTimeout(done, PATIENCE));
  }
  if (find("app").hidden && !guest.isOut) await again();
};

const told = {
  connected: (path) => {
    history.replaceState(null, "", "#table");
    find("away").hidden = true;
    const { contentWindow: app } = find("app");
    if (find("app").hidden)
      showApp(at(`app${path}`), (href) => {
        const [, group] = href.match(/\/app\/g\/([a-z0-9]+)\//) ?? [];
        if (!group || group === guest.group) return;
        guest.group = group;
        guest.takeCopy();
      });
    else {
      hide();
      app.dispatchEvent(new Event("online")); // sends its outbox
      app.document.getElementById("go-on")?.click();
      look();
    }
  },
  lost: () => {
    tellLost();
    find("away").hidden = find("app").hidden;
    setTimeout(() => guest.isLost && !guest.isOut && tellLost(), GONE);
  },
  deputy: async (head, body) => {
    deputy ??= import("./deputy.js").then(({ Deputy }) => new Deputy(guest, shell));
    (await deputy).got(head, body);
  },
  news: look,
  out: () => {
    find("away").hidden = true;
    find("app").remove();
    show(word("thrown_out"), "", [[word("scan_other"), reload]]);
  },
  other: () => {
    show(word("other_version"), "", [[word("again"), reload], toLeave]);
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
