// The host of a table: this phone's Python answers other phones, its guests, over WebRTC data channels. A guest's
// request is an ordinary one by a share link, with the cookies that the guest keeps. Nothing leaves the room: no server
// is asked for addresses (iceServers: []), and who has not seen a code cannot connect, since the certificates'
// fingerprints are in it.

import { at, build, files } from "./builds.js";
import { ID, OtherCode, described, unpack } from "./descriptions.js";
import { Wire } from "./wire.js";

const CODE_LASTS = 10 * 60 * 1000; // milliseconds in which a code may be answered
const MOST_GUESTS = 12;
const MOST_BYTES = 1.2e6; // of what a guest sends: as much as the site takes of a form, and what is around it
const AT_ONCE = 8; // requests of a guest
const A_SECOND = 40; // messages of a guest, in the mean
const AT_A_STROKE = 80; // messages of a guest that was quiet before
const WAYS = 3; // by which a guest may come back; each network that it is in on its way takes one
const NEWS = 20; // milliseconds between two messages that there is something new
const TOO_MANY = 429;
const NAME = `scorekeeper host ${at("").pathname}`; // in localStorage
// What a browser sends of a page of the site, and no more of it than a server takes. The host, where it is asked and by
// whom are for this phone to say.
const HEADERS = new RegExp(
  "^(accept|accept-language|content-type|cookie|happened-at|hx-[a-z-]+|idempotency-key|if-none-match|sent-by|" +
    "x-csrftoken)$",
);
const VALUE = /^[ -~]{0,8000}$/;

// A connection whose offer waits for its answer.
const offered = async () => {
  const peer = new RTCPeerConnection({ iceServers: [] });
  const channel = peer.createDataChannel("table");
  const id = crypto.randomUUID().slice(0, ID);
  return { peer, channel, id, code: await described(peer, await peer.createOffer(), id) };
};

// One phone at the table: by which share link, its connection as soon as there is one, and the ways to the next one.
class Guest {
  constructor(host, link, path) {
    Object.assign(this, { host, link, path, ways: [], open: 0 });
    this.sending = Promise.resolve(); // one file after the other
  }

  get isConnected() {
    return Boolean(this.wire?.isOpen);
  }

  // A way by a code waits until somebody has scanned the answer; another one is answered at once by the guest, which
  // begins it when the connection is lost. It costs nothing until then, and cannot fail.
  async offer(isByCode) {
    const way = Object.assign(await offered(), { isByCode });
    this.ways.push(way);
    return way.code;
  }

  // Takes the answer to a way. Settled once that is the connection, or cannot become it any more.
  take(way, sdp) {
    way.isTaken = true; // a code is good for one phone
    return new Promise((done, failed) => {
      way.wire = new Wire(way.peer, way.channel, MOST_BYTES, {
        got: (head, body) => this.got(way.wire, head, body),
        changed: () => {
          if (way.wire.isOpen && this.ways.includes(way)) {
            this.connected(way);
            done(this);
          } else if (way.peer.connectionState === "failed") failed(new Error("not reached"));
          this.host.changed();
        },
      });
      Object.assign(way.wire, { allowed: AT_A_STROKE, at: performance.now() });
      way.peer.setRemoteDescription({ type: "answer", sdp }).catch(failed);
    });
  }

  connected(way) {
    const stays = this.ways.filter((each) => each.isByCode && !each.isTaken);
    for (const each of this.ways) if (each !== way && !stays.includes(each)) each.peer.close();
    this.ways = stays;
    this.wire?.peer.close();
    this.wire = way.wire;
    this.greet(this.wire).catch(console.warn);
  }

  async greet(wire) {
    const { id } = (await build("current")) ?? (await build("arriving"));
    localStorage[NAME] ??= crypto.randomUUID();
    wire.send({ type: "hello", host: localStorage[NAME], path: this.path, base: at("").pathname, build: id });
    if (!this.ways.length) await this.offer(true);
    wire.send({ type: "way", code: this.ways[0].code, isByCode: true });
    for (let count = 0; count < WAYS && this.wire === wire; count++)
      wire.send({ type: "way", code: await this.offer(false) });
  }

  got(wire, head, body) {
    const isAllowed = this.mayAsk(wire);
    if (head.type === "way") {
      const { id, sdp } = unpack(String(head.code), "passive");
      const way = this.ways.find((each) => each.id === id && !each.isByCode && !each.isTaken);
      if (way) this.take(way, sdp).catch(console.info);
    } else if (!isAllowed || (head.type === "request" && this.open >= AT_ONCE))
      wire.send({ number: head.number, status: TOO_MANY, headers: [] });
    else if (head.type === "request") {
      this.open += 1;
      const done = () => {
        this.open -= 1;
      };
      this.request(wire, head, body).catch(console.warn).finally(done);
    } else if (head.type === "file") this.sending = this.sending.then(() => this.file(wire, head)).catch(console.warn);
  }

  // Whether there may be one more message now; who does not stop when there may not is cut off.
  mayAsk(wire) {
    const now = performance.now();
    wire.allowed = Math.min(AT_A_STROKE, wire.allowed + ((now - wire.at) / 1000) * A_SECOND) - 1;
    wire.at = now;
    if (wire.allowed < -AT_A_STROKE) wire.channel.close();
    return wire.allowed >= 0;
  }

  async request(wire, { number, method, path, headers }, body) {
    const isOne = ["GET", "HEAD", "POST"].includes(method) && /^\/[\x21-\x7e]{0,4000}$/.test(path);
    if (!isOne) return wire.send({ number, status: 400, headers: [] });
    const passed = Object.entries(headers).filter(
      ([name, value]) => HEADERS.test(name) && typeof value === "string" && VALUE.test(value),
    );
    const url = at("app").href + path;
    const asked = { method, url, headers: Object.fromEntries(passed), body, guest: true };
    const { body: content, ...answer } = await this.host.ask(asked);
    if (method === "POST" && answer.status < 400) this.host.news(this);
    return wire.send({ number, ...answer }, content);
  }

  // A file of this phone's build: the guest knows its hash from the site.
  async file(wire, { number, hash }) {
    const found = /^[0-9a-f]{32}$/.test(hash) && (await (await files()).match(at(`by-hash/${hash}`)));
    if (!found) return wire.send({ number, status: 404, headers: [] });
    const headers = [["content-type", found.headers.get("content-type") ?? ""]];
    return wire.send({ number, status: 200, headers }, await found.arrayBuffer());
  }

  leave() {
    this.wire?.send({ type: "out" });
    setTimeout(() => this.close(), 1000); // so long the message may take
  }

  close() {
    for (const { peer } of [...this.ways, this.wire].filter(Boolean)) peer.close();
    Object.assign(this, { ways: [], wire: undefined });
  }
}

// Events: "change", when somebody may have come or gone.
export class Host extends EventTarget {
  // ask(request) gives the site's answer; look() has this phone's own page ask whether there is something new
  constructor(ask, look) {
    super();
    Object.assign(this, { ask, lookHere: look, guests: [] });
    document.addEventListener("visibilitychange", () => this.stayAwake());
    addEventListener("beforeunload", (event) => {
      if (this.guests.some((each) => each.isConnected)) event.preventDefault();
    });
  }

  // A code for one guest: the address that it opens, good for ten minutes. link: the number of the share link;
  // path: the page of the site that the guest opens first.
  async invite(link, path) {
    this.dismiss((each) => each.link === link && !each.wire);
    if (this.guests.length >= MOST_GUESTS) throw new Error("no more phones");
    const guest = new Guest(this, link, path);
    this.guests.push(guest);
    const code = await guest.offer(true);
    setTimeout(() => this.dismiss((each) => each === guest && !each.wire), CODE_LASTS);
    return { address: `${at("")}#table=${code}`, lasts: CODE_LASTS };
  }

  // A guest's code as it was scanned or typed. Settled with the guest once it is connected.
  async accept(text) {
    const { id, sdp } = unpack(text, "passive");
    for (const guest of this.guests) {
      const way = guest.ways.find((each) => each.id === id && each.isByCode && !each.isTaken);
      if (way) return guest.take(way, sdp);
    }
    throw new OtherCode("of another code");
  }

  // These links have been withdrawn: who came by them is out.
  throwOut(links) {
    this.dismiss((each) => links.includes(each.link));
  }

  dismiss(which) {
    for (const each of this.guests.filter(which)) each.leave();
    this.guests = this.guests.filter((each) => !which(each));
    this.changed();
  }

  // Of each link that has brought somebody: whether that phone is connected.
  get phones() {
    return new Map(this.guests.filter((each) => each.wire).map((each) => [each.link, each.isConnected]));
  }

  // Something has changed, by this guest or by this phone itself: all others ask what.
  news(by) {
    this.quiet ??= setTimeout(() => {
      this.quiet = undefined;
      for (const each of this.guests) each.wire?.send({ type: "news" });
    }, NEWS);
    if (by) this.lookHere();
  }

  // The site runs in another window now.
  close() {
    for (const each of this.guests) each.close();
    this.stayAwake();
  }

  changed() {
    this.stayAwake();
    this.dispatchEvent(new Event("change"));
  }

  // As long as somebody is at the table, the screen stays on: a phone that sleeps answers nobody.
  stayAwake() {
    if (document.hidden || !this.guests.some((each) => each.isConnected)) {
      this.awake?.then((lock) => lock?.release());
      this.awake = undefined;
    } else this.awake ??= navigator.wakeLock?.request("screen").catch(() => {}); // the battery may be low
  }
}
