// The host of a table.
//
// This phone's Python answers other phones, its guests, over WebRTC data channels. A guest's request is an ordinary one
// by a share link, with the cookies that the guest keeps. Nothing leaves the local network: no server is asked for
// addresses (iceServers: []). Only somebody who has seen a code can connect, since it contains the certificate's
// fingerprint. This phone stores who has been at the table and the code by which each of them can be
// reached (lasting.js), so that it can connect to them again after its page was closed.

import { at, build, files } from "./builds.js";
import { addChange, changes, missingIn, newId, setChanges } from "./changes.js";
import { ID, LASTING, OtherCode, described, printOf, unpack } from "./descriptions.js";
import { canCome, comeTo, newPeer, note, noted, tryAgain, waitFor } from "./lasting.js";
import { Wire } from "./wire.js";

const CODE_LASTS = 10 * 60 * 1000; // milliseconds for which a code is valid
const MOST_GUESTS = 12;
const MOST_BYTES = 1.2e6; // bytes of a guest's messages in flight: the largest form of the site and its headers
const AT_ONCE = 8; // open requests of a guest
const A_SECOND = 40; // messages of a guest per second, on average
const AT_A_STROKE = 80; // messages of a guest in a burst
const WAYS = 3; // prepared connections of a guest; each change of the network uses up one
const QUIET = 30000; // milliseconds without a change until the deputy is asked to take the app
const NEWS = 20; // milliseconds in which changes are combined into one message
const MOST_KNOWN = 24; // phones that are remembered
const EVENING = 12 * 60 * 60 * 1000; // milliseconds for which a phone is expected to come back
const AWAY = 60 * 60 * 1000; // milliseconds after which a phone that was lost counts as having left
const EVERY = 5000; // milliseconds between two attempts to reach a guest
const LOOKS = 120; // attempts to reach a guest
const TOO_MANY = 429;
const SETTLED = 500; // milliseconds after a change until the deputy is chosen
const BRIEF_EVERY = 2000; // milliseconds between two copies for the deputy
const BRIEF_SHARE = 10; // the pause after a copy, as a multiple of the time that it took
const SCORER = 2; // the role of a share link that may write
const PATIENCE = 1000; // milliseconds that an answer waits until the deputy has the form
export const GONE = 10000; // milliseconds after which a phone that is out of reach counts as gone
const NAME = `scorekeeper host ${at("").pathname}`; // key in localStorage
// Only headers that the site's pages send are passed on (HEADERS), with a value of at most the length that a server
// accepts (VALUE). Host and Origin are set by this phone.
const HEADERS = new RegExp(
  "^(accept|accept-language|content-type|cookie|happened-at|hx-[a-z-]+|idempotency-key|if-none-match|sent-by|" +
    "x-csrftoken)$",
);
const VALUE = /^[ -~]{0,8000}$/;

// Return a peer connection whose offer waits for an answer, and the offer as a code.
const offered = async () => {
  const { peer, channel } = await newPeer();
  const id = crypto.randomUUID().slice(0, ID);
  return { peer, channel, id, code: await described(peer, await peer.createOffer(), id) };
};

class NoRoom extends Error {
  word = "table_full";
}

// Return the digest of a session's key, by which the deputy knows the session (handing_over.py).
export const digestOf = async (key) => {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(key));
  const letters = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0"));
  return `handed-${letters.join("").slice(0, 33)}`;
};

const pause = (time) =>
  new Promise((done) => {
    setTimeout(done, time);
  });

// A guest as the host knows it: its share link, its connection once there is one (`wire`), the peer connections that
// may become the next one (`ways`), and the code by which the host can reach it. path: the first page that the guest
// shows; page: the page of the site on which the host makes codes for the guest; lost: since when the guest is out of
// reach.
export class GuestConnection {
  constructor(host, { link, path, page, code, isOut, lost }) {
    Object.assign(this, { host, link, path, page, code, isOut, lost, ways: [], open: 0, keeping: new Map() });
    this.sending = Promise.resolve(); // send one file after the other
    this.turn = Promise.resolve(); // one request at a time, so that Python answers other phones in between
  }

  get isConnected() {
    return Boolean(this.wire?.isOpen);
  }

  // Whether nobody has connected by this guest's code, and nobody is about to.
  get isUnused() {
    const isTried = ({ isTaken, peer }) => isTaken && peer.connectionState !== "failed";
    return !this.wire && !this.code && !this.ways.some(isTried);
  }

  // Make an offer and return its code. isByCode: the guest's answer will be scanned or pasted on this phone. The guest
  // answers any other offer at once, but connects by it only when its present connection is lost; until then the offer
  // stays valid.
  async offer(isByCode) {
    const way = Object.assign(await offered(), { isByCode });
    this.ways.push(way);
    return way.code;
  }

  // Apply the answer to an offer. Settle as watch() does.
  async take(way, sdp) {
    const arrived = this.watch(way);
    arrived.catch(() => {});
    await way.peer.setRemoteDescription({ type: "answer", sdp });
    return arrived;
  }

  // Resolve with this guest as soon as the connection is open; reject if it fails. Even then it may still open later.
  watch(way) {
    way.isTaken = true; // an offer is for one phone
    return new Promise((done, failed) => {
      const told = {
        got: (head, body) => this.got(way.wire, head, body),
        changed: () => {
          if (way.wire.isOpen && this.ways.includes(way)) {
            this.connected(way);
            done(this);
          } else if (way.peer.connectionState === "failed") failed(new Error("not reached"));
          if (way.wire === this.wire && !way.wire.isOpen) {
            this.hears?.failed(new Error("out of reach"));
            this.host.lost(this).catch(console.warn);
            this.comeLater();
          }
          this.host.changed();
        },
      };
      if (way.wire) way.wire.give(MOST_BYTES, told);
      else way.wire = new Wire(way.peer, way.channel, MOST_BYTES, told);
      Object.assign(way.wire, { allowed: AT_A_STROKE, at: performance.now() });
    });
  }

  // Use the open connection to the former host, which is a guest from now on.
  adopt({ peer, channel }, wire) {
    const way = { peer, channel, wire };
    this.ways.push(way);
    this.watch(way).catch(console.info);
    this.connected(way);
  }

  connected(way) {
    this.life = crypto.randomUUID();
    const stays = this.ways.filter((each) => each.isByCode && !each.isTaken);
    for (const each of this.ways) if (each !== way && !stays.includes(each)) each.peer.close();
    this.ways = stays;
    this.wire?.peer.close();
    this.wire = way.wire;
    this.lost = undefined;
    if (this.isOut) this.leave();
    else this.greet(this.wire).catch(console.warn);
  }

  async greet(wire) {
    await this.host.opened;
    const { id } = (await build("current")) ?? (await build("arriving"));
    const comes = await canCome();
    localStorage[NAME] ??= crypto.randomUUID();
    const [host, base] = [localStorage[NAME], at("").pathname];
    wire.send({ type: "hello", host, path: this.path, base, build: id, comes, changes: changes() });
    if (!comes) {
      if (!this.ways.length) await this.offer(true);
      wire.send({ type: "way", code: this.ways[0].code, isByCode: true });
    }
    await this.wait(wire);
    for (let count = 0; count < WAYS && this.wire === wire; count++)
      wire.send({ type: "way", code: await this.offer(false) });
  }

  // Begin to wait for this guest, and send it the code by which it can connect after its page was closed.
  async wait(wire) {
    const way = await waitFor(printOf(wire.peer.remoteDescription), "passive");
    this.ways.push(way);
    this.watch(way).catch(() => {});
    wire.send({ type: "here", code: way.code });
  }

  // Connect to this guest by the code with which it waits, and keep trying. Settle as watch() does; resolve with
  // undefined if the guest is connected or dropped, has no code, or if this browser cannot connect by a stored code.
  async come() {
    if (this.isConnected || !this.code || !this.host.guests.includes(this) || !(await canCome())) return undefined;
    const way = await comeTo(this.code, "passive");
    this.coming?.peer.close();
    this.ways = [...this.ways.filter((each) => each !== this.coming), way];
    this.coming = way;
    this.insist(way).catch(console.warn);
    return this.watch(way);
  }

  async insist(way) {
    for (let looks = 0, failed = 0; looks < LOOKS && this.ways.includes(way); looks++) {
      if (way.peer.connectionState === "failed") failed += 1;
      if (failed > 1) return this.comeLater(); // its sockets were lost with the network in which it was begun
      await tryAgain(way);
      await pause(EVERY);
    }
    return undefined;
  }

  // Try again after a pause, in which the guest may connect.
  comeLater() {
    this.later ??= setTimeout(() => {
      this.later = undefined;
      this.come().catch(console.info);
    }, EVERY);
  }

  got(wire, head, body) {
    const isAllowed = this.mayAsk(wire);
    if (head.type === "way") this.answered(head.code);
    else if (head.type === this.hears?.type) this.hears.done(body);
    else if (head.type === "unable") this.hears?.failed(new Error(head.why));
    else if (head.type === "progress") this.hears?.tell(head.share);
    else if (["able", "declines", "spare"].includes(head.type)) this.host.ofDeputies(this, head);
    else if (head.type === "kept") this.keeping.get(head.id)?.();
    else if (head.type === "moved") this.host.hasMoved(this, head);
    else if (head.type === "other") this.host.changed({ isOlder: true });
    else if (head.type === "here") this.code = this.host.keep({ ...this, code: String(head.code) }, wire);
    else if (!isAllowed || (head.type === "request" && this.open >= AT_ONCE))
      wire.send({ number: head.number, status: TOO_MANY, headers: [] });
    else if (head.type === "request") {
      this.open += 1;
      const done = () => {
        this.open -= 1;
      };
      this.request(wire, head, body).catch(console.warn).finally(done);
    } else if (head.type === "file") this.sending = this.sending.then(() => this.file(wire, head)).catch(console.warn);
  }

  // Apply the guest's answer to an offer that was not shown as a code.
  answered(code) {
    const { id, sdp } = unpack(String(code), "passive");
    const way = this.ways.find((each) => each.id === id && !each.isByCode && !each.isTaken);
    if (way) this.take(way, sdp).catch(console.info);
  }

  // Resolve with the body of this guest's next message of this type; reject if the guest reports that it is unable, or
  // is lost. tell(share) gets the progress that the guest reports, 0 to 1.
  says(type, tell = () => {}) {
    return new Promise((done, failed) => {
      this.hears = { type, done, failed, tell };
    });
  }

  // Return whether this guest may send one more message now. Disconnect a guest that sends far too many.
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
    const [, key = ""] = asked.headers.cookie?.match(/scorekeeper_session=([^;]+)/) ?? [];
    const from = await digestOf(key);
    const turn = this.turn.then(() => this.host.ask(asked));
    this.turn = turn.catch(() => {});
    const { body: content, ...answer } = await turn;
    if (method === "POST" && answer.status < 400) answer.change = await this.host.did(asked, this, from);
    return wire.send({ number, ...answer }, content);
  }

  // Send a file of this phone's build; the guest knows its hash from build.json.
  async file(wire, { number, hash }) {
    const found = /^[0-9a-f]{32}$/.test(hash) && (await (await files()).match(at(`by-hash/${hash}`)));
    if (!found) return wire.send({ number, status: 404, headers: [] });
    const headers = [["content-type", found.headers.get("content-type") ?? ""]];
    const packed = new Response(found.body.pipeThrough(new CompressionStream("gzip")));
    return wire.send({ number, status: 200, headers }, await packed.arrayBuffer());
  }

  // Exclude this guest, and tell it as soon as it is connected.
  leave() {
    this.isOut = true;
    if (!this.isConnected) return;
    this.wire.send({ type: "out" });
    setTimeout(() => this.close(), 1000); // time for the message to arrive
    this.host.forget(this);
  }

  close() {
    for (const { peer } of [...this.ways, this.wire].filter(Boolean)) peer.close();
    Object.assign(this, { ways: [], wire: undefined });
  }
}

// The guests of this phone's table. Event: "change", when a guest may have connected, been lost, missed or removed, or
// when there is something else to tell. moved: the guest that has gone on while this phone was out of reach, as {guest,
// who, since, missing, there}; former: whether this phone has gone on for another one; isOlder: whether a guest has a
// newer build.
export class Host extends EventTarget {
  // ask(request) returns the site's answer; look() makes this phone's own page request its newest version; isOpen:
  // false for a deputy, which greets nobody before it is the host.
  constructor(ask, look, isOpen = true) {
    super();
    Object.assign(this, { ask, lookHere: look, guests: [], known: [] });
    this.opened = new Promise((done) => {
      this.open = done;
    });
    if (isOpen) this.open();
    document.addEventListener("visibilitychange", () => {
      this.stayAwake();
      if (!document.hidden) for (const each of this.guests) each.come().catch(console.info);
    });
    this.begun = noted("guests").then((known) => {
      this.known = known ?? [];
      if (isOpen) this.resume().catch(console.warn);
    }, console.warn);
    addEventListener("beforeunload", (event) => {
      if (this.guests.some((each) => each.isConnected)) event.preventDefault();
    });
  }

  // Connect to the guests of the last twelve hours (EVENING); also to excluded ones, to tell them.
  async resume() {
    const before = this.known.filter((each) => Date.now() - each.at < EVENING);
    this.guests.push(...before.map((each) => new GuestConnection(this, each)));
    for (const each of this.guests) {
      each.lost ??= Date.now();
      each.come().catch(console.info);
    }
    await pause(GONE);
    this.changed();
  }

  // The guests that are missed (GONE), while nobody else is here. Those that have left long ago (AWAY) are not.
  get awaited() {
    const isMissed = ({ lost, isOut }) => !isOut && Date.now() - lost >= GONE && Date.now() - lost < AWAY;
    return this.guests.some((each) => each.isConnected) ? [] : this.guests.filter(isMissed);
  }

  // Remember a guest by its certificate's fingerprint; return its code. Throw if the code is of another certificate.
  keep({ link, page, code, isOut }, wire) {
    const { print } = unpack(code, "passive");
    if (wire && print !== printOf(wire.peer.remoteDescription)) throw new Error("the code of another phone");
    const others = this.known.filter((each) => each.link !== link);
    this.known = [{ link, page, code, isOut, print, at: Date.now() }, ...others].slice(0, MOST_KNOWN);
    note("guests", this.known).catch(console.warn);
    return code;
  }

  // Remember since when a guest has been out of reach; keep() forgets this time. A deputy that stays away may go on as
  // a second host: let nobody go over to it, and choose another one.
  async lost(guest) {
    guest.lost ??= Date.now();
    if (guest === this.moved?.guest) this.moved = undefined;
    this.known = this.known.map((each) => (each.link === guest.link ? { ...each, lost: guest.lost } : each));
    note("guests", this.known).catch(console.warn);
    await pause(GONE);
    if (guest === this.deputy && !guest.isConnected) {
      this.deputy = undefined;
      for (const each of this.guests) {
        each.life = crypto.randomUUID();
        each.wire?.send({ type: "spare" });
      }
    }
    this.changed();
  }

  forget(guest) {
    this.known = this.known.filter((each) => each.link !== guest.link);
    note("guests", this.known).catch(console.warn);
    this.drop((each) => each === guest);
  }

  // Make a code for one guest; return its address and for how many milliseconds it is valid. link: the number of the
  // share link; path: the page of the site that the guest opens first; page: the page on which codes are made. Throw if
  // there are MOST_GUESTS.
  async invite(link, path, page) {
    await this.begun;
    this.close((each) => each.link === link && !each.wire && !each.code);
    const here = this.guests.filter((each) => !each.isOut);
    const unused = here.filter((each) => each.isUnused);
    if (here.length - unused.length >= MOST_GUESTS) throw new NoRoom("no more phones");
    if (here.length >= MOST_GUESTS) this.close((each) => each === unused[0]); // the oldest code is no longer valid
    const guest = new GuestConnection(this, { link, path, page });
    this.guests.push(guest);
    const code = await guest.offer(true);
    setTimeout(() => this.close((each) => each === guest && !each.wire), CODE_LASTS);
    return { address: `${at("")}#table=${code}`, lasts: CODE_LASTS };
  }

  // Accept a guest's code, scanned or typed. Resolve with the guest once it is connected.
  async accept(text) {
    const { id, print, sdp } = unpack(text, "passive");
    if (id === LASTING) return this.meet(text, print);
    for (const guest of this.guests) {
      const way = guest.ways.find((each) => each.id === id && each.isByCode && !each.isTaken);
      if (way) return guest.take(way, sdp);
    }
    throw new OtherCode("of another code");
  }

  // Connect to a phone that has been here before and shows the code by which it waits.
  async meet(code, print) {
    await this.begun;
    const known = this.known.find((each) => each.print === print);
    if (!known || !(await canCome())) throw new OtherCode("of a phone that has not been here");
    const guest = this.guests.find((each) => each.link === known.link && each.code) ?? new GuestConnection(this, known);
    if (!this.guests.includes(guest)) this.guests.push(guest);
    guest.wire?.peer.close();
    guest.code = code;
    return guest.come();
  }

  // Exclude the guests of these share links, which were revoked.
  throwOut(links) {
    for (const each of this.known) each.isOut ||= links.includes(each.link);
    for (const each of this.guests) if (links.includes(each.link)) each.leave();
    this.close((each) => each.isOut && !each.wire && !each.code);
    this.changed();
  }

  // A map of the share links by which phones have come: link → whether its phone is connected.
  get phones() {
    const here = this.guests.filter((each) => (each.wire || each.code) && !each.isOut);
    return new Map(here.map((each) => [each.link, each.isConnected]));
  }

  // Note that a form was done, for the guest `by` or on this phone. Resolve with the ID of the change, once the deputy
  // has the form: only then it is answered. from: the digest of the guest's session.
  async did({ url, headers, body }, by, from) {
    const id = newId();
    addChange(id);
    this.news(by);
    const { cookie, ...rest } = headers;
    await this.toDeputy({ type: "done", id, path: url.slice(at("").href.length), headers: rest, from }, body);
    return id;
  }

  // Give a form to the deputy; resolve once it has it, or is not answering.
  async toDeputy(head, body) {
    const { deputy } = this;
    if (!deputy?.mayWrite || !deputy.isConnected) return;
    const isKept = new Promise((done) => {
      deputy.keeping.set(head.id, done);
    });
    deputy.wire.send(head, body);
    await Promise.race([isKept, pause(PATIENCE)]);
    deputy.keeping.delete(head.id);
  }

  // Tell all guests that something has changed; also this phone's page, if a guest (`by`) has changed it.
  news(by) {
    this.quiet ??= setTimeout(() => {
      this.quiet = undefined;
      for (const each of this.guests) each.wire?.send({ type: "news", change: changes().at(-1) });
      this.brief().catch(console.warn);
    }, NEWS);
    if (by) this.lookHere();
  }

  // Choose the deputy: a connected guest that may write. It gets each form that is done, and a copy of the table now
  // and then. Better one that has the app, and one that does not decline to take it.
  appoint() {
    this.appointing ??= setTimeout(() => {
      this.appointing = undefined;
      if (this.isHanding) return; // a deputy was chosen by hand
      const rank = ({ isAble, declines }) => (isAble ? 2 : declines ? 0 : 1);
      const may = this.guests.filter((each) => each.mayWrite !== false && !each.isOut);
      const [best] = may.filter((each) => each.isConnected).sort((one, other) => rank(other) - rank(one));
      if (!may.includes(this.deputy) || (best && rank(best) > rank(this.deputy))) this.deputy = best;
      this.introduce();
      this.brief().catch(console.warn);
    }, SETTLED);
  }

  // Ask the deputy to take the app, once the table is quiet.
  want() {
    clearTimeout(this.wanting);
    this.wanting = setTimeout(() => {
      const { deputy } = this;
      if (deputy?.mayWrite && !deputy.isAble && !deputy.declines) deputy.wire?.send({ type: "wanted" });
    }, QUIET);
  }

  // Tell the deputy about the other guests, but not before the site has confirmed that it may write (brief()).
  introduce() {
    const { deputy } = this;
    if (deputy?.mayWrite && deputy.isConnected) deputy.wire.send({ type: "deputy", who: this.besides(deputy) });
  }

  besides(deputy) {
    const others = this.guests.filter((each) => each !== deputy && each.isConnected && !each.isOut);
    return others.map(({ link, life }) => ({ link, life }));
  }

  async brief() {
    const { deputy } = this;
    this.isOld = true;
    clearTimeout(this.wanting);
    if (!deputy?.isConnected || this.resting) return;
    [this.resting, this.isOld] = [true, false];
    const began = Date.now();
    const url = new URL(deputy.page.replace(/links\/$/, "hand-over/"), at("")).href;
    const { status, body } = await this.ask({ method: "GET", url, headers: {}, body: new ArrayBuffer(0) });
    const has = changes(); // Python answers in the order in which it was asked, so these are in the copy
    setTimeout(
      () => {
        this.resting = false;
        if (this.isOld) this.brief().catch(console.warn);
      },
      Math.max(BRIEF_EVERY, BRIEF_SHARE * (Date.now() - began)),
    );
    if (status !== 200) return;
    const { links } = JSON.parse(new TextDecoder().decode(body)).document;
    const isNew = !deputy.mayWrite;
    deputy.mayWrite = links.some(({ pk, role }) => pk === deputy.link && role === SCORER);
    if (deputy !== this.deputy) return;
    if (isNew) this.introduce();
    this.want();
    if (deputy.mayWrite) deputy.wire?.send({ type: "all", changes: has }, body);
    else this.appoint();
  }

  // Handle "able" (this guest has the app) and "declines"; forward "spare" between guests and the deputy.
  ofDeputies(guest, { type, to, code }) {
    if (type !== "spare") {
      guest[type === "able" ? "isAble" : "declines"] = true;
      this.appoint();
    } else if (guest !== this.deputy) this.deputy?.wire?.send({ type, from: guest.link, code: String(code) });
    else if (guest.mayWrite) {
      const other = this.guests.find((each) => each.link === to && each !== guest);
      other?.wire?.send({ type, code: String(code) });
    }
  }

  // Hand the table over to the guest of this link. give() hands the group over on the site, and returns {text, seat}:
  // the whole group as JSON, and this phone's place as a guest of the new host. tell(share) gets the progress of the
  // guest's preparation, 0 to 1. Resolve with {wire, seat}, where `wire` is the connection to the new host.
  async handOver(link, give, tell) {
    this.isHanding = true;
    try {
      return await this.handed(link, give, tell);
    } finally {
      this.isHanding = false;
    }
  }

  async handed(link, give, tell) {
    const deputy = this.guests.find((each) => each.link === link && each.isConnected);
    if (!deputy) throw new Error("out of reach");
    this.deputy = deputy;
    deputy.mayWrite = true; // the site shows the button only for such a phone
    const isReady = deputy.says("ready", tell);
    deputy.wire.send({ type: "deputy", who: this.besides(deputy), prepare: true });
    await isReady;
    const { text, seat } = await give();
    const isTaken = deputy.says("taken");
    const { link: own, path } = seat;
    const whole = new TextEncoder().encode(text).buffer;
    deputy.wire.send({ type: "all", seat: { link: own, path }, changes: changes() }, whole);
    await isTaken;
    return { wire: this.leaveFor(deputy), seat };
  }

  // Close all connections except that to this guest, the new host; return it. The others lose this phone and go over.
  leaveFor(guest) {
    const { wire } = guest;
    this.playAlone(guest);
    for (const each of guest.ways) each.peer.close();
    return wire;
  }

  // Forget all guests but those that were excluded. `besides`: leave its connection open.
  playAlone(besides) {
    this.known = this.known.filter((each) => each.isOut);
    note("guests", this.known).catch(console.warn);
    this.drop((each) => each === besides);
    this.close();
    this.changed({ moved: undefined });
  }

  // Note that a guest has gone on for this phone while it was out of reach, and where it waits for this phone next.
  hasMoved(guest, { who, since, here, changes: there }) {
    guest.code = this.keep({ ...guest, code: String(here) }, guest.wire);
    guest.mayWrite = false; // it is no deputy of this phone
    this.changed({ moved: { guest, who: String(who), since, missing: missingIn(there), there } });
  }

  // Sit down at the table of the phone that has gone on; resolve with {wire, seat} as handOver() does.
  async sitDown() {
    const { guest, there } = this.moved;
    const isSeated = guest.says("seat");
    guest.wire.send({ type: "sit" });
    const seat = JSON.parse(new TextDecoder().decode(await isSeated));
    setChanges(there); // somebody knows what that pad lacks
    return { wire: this.leaveFor(guest), seat };
  }

  // Close the connections of all guests, or of those for which `which` returns true.
  close(which = () => true) {
    for (const each of this.guests.filter(which)) each.close();
    this.drop(which);
  }

  drop(which) {
    this.guests = this.guests.filter((each) => !which(each));
    this.changed();
  }

  changed(more) {
    Object.assign(this, more);
    this.stayAwake();
    this.appoint();
    this.dispatchEvent(new Event("change"));
  }

  // Keep the screen on while a guest is connected: a sleeping phone answers no requests.
  stayAwake() {
    if (document.hidden || !this.guests.some((each) => each.isConnected)) {
      this.awake?.then((lock) => lock?.release());
      this.awake = undefined;
    } else this.awake ??= navigator.wakeLock?.request("screen").catch(() => {}); // refused when the battery is low
  }
}
