// A guest's pages around the app: the code to show, the way back, what is told when the table is out of reach.
import { at, files, newest } from "./builds.js";
import { readCode } from "./camera.js";
import { Guest, kept } from "./guest.js";
import { drawn } from "./qr.js";
import { find, hide, look, make, reload, show, showApp } from "./screen.js";
import { word } from "./words.js";

// What the files of the site have to be; without a network, as they were at the last visit.
const noteBuild = async () => {
  const found = await newest().catch(() => undefined);
  if (found) await (await files()).put(at("table"), new Response(JSON.stringify(found)));
};

const leave = () => {
  self.location.hash = "";
};

// With the copy, where the other phone is gone.
const playOn = () => {
  self.location.hash = "#/take-over/";
};

let guest;

// The code that the other phone scans.
const showAnswer = (code, more = []) => {
  const copy = [
    word("copy_code"),
    async ({ target }) => {
      await navigator.clipboard.writeText(code);
      target.textContent = word("copied");
    },
  ];
  const actions = [copy, [word("scan_other"), scanned], ...more, [word("leave_table"), leave]];
  show(word("show_code"), word("they_scan"), actions, [drawn(code, word("code"))]);
};

// By a host's code, scanned or pasted.
const scanned = async () => {
  const code = await readCode(word("scan_host"), (text) => guest.answer(text));
  if (code) showAnswer(code);
  else leave();
};

// By the code that the host gave for it, or by a new one.
const again = async () => {
  const hasCopy = await (await files()).match(at("taken"));
  const { code } = kept();
  if (code) showAnswer(await guest.answer(code), hasCopy ? [[word("play_on"), playOn]] : []);
  else await scanned();
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
      app.dispatchEvent(new Event("online")); // what waits there is sent
      app.document.getElementById("go-on")?.click();
      look();
    }
  },
  lost: () => {
    find("away").replaceChildren(word("lost"), make("button", { onclick: again }, word("connect")));
    find("away").hidden = find("app").hidden;
  },
  news: look,
  out: () => {
    find("away").hidden = true;
    find("app").remove();
    show(word("thrown_out"), "", [[word("scan_other"), reload]]);
  },
  other: () => {
    show(word("other_version"), "", [[word("again"), reload]]);
  },
};

// Settled with what answers the app's requests; the pages go on by themselves.
export const begin = async () => {
  if (!self.RTCPeerConnection) {
    show(word("no_rtc"), "", [[word("back"), leave]]);
    return undefined;
  }
  await noteBuild();
  guest = new Guest(told);
  self.guest = guest; // for whoever looks for faults
  const [, code] = self.location.hash.match(/^#table=(.+)$/) ?? [];
  if (!code) again();
  else {
    await guest.answer(code).then(
      (answer) => showAnswer(answer),
      () => show(word("wrong_code"), "", [[word("scan_other"), scanned]]),
    );
  }
  return guest;
};
