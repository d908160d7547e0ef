// The host of a table: this phone's Python answers other phones, its guests, over WebRTC data channels. A guest's
// request is an ordinary one by a share link, with the cookies that the guest keeps. Nothing leaves the room: no server
// is asked for addresses (iceServers: []), and who has not seen a code cannot connect, since the certificates'
// fingerprints are in it. This phone keeps who has been at the table, and the code by which each of them can be reached
// (lasting.js); when this page was closed and is opened again, it connects to them.

import { at, build, files } from "./builds.js";
import { ID, LASTING, OtherCode, described, printOf, unpack } from "./descriptions.js";
import { canCome, comeTo, newPeer, note, noted, tryAgain, waitFor } from "./lasting.js";
import { Wire } from "./wire.js";

const CODE_LASTS = 10 * 60 * 1000; // milliseconds in which a code may be answered
const MOST_GUESTS = 12;
const MOST_BYTES = 1.2e6; // of what a guest sends: as much as the site takes of a form, and what is around it
const AT_ONCE = 8; // requests of a guest
const A_SECOND = 40; // messages of a guest, in the mean
const AT_A_STROKE = 80; // messages of a guest that was quiet before
const WAYS = 3; // prepared ways by which a guest may come back; a guest that changes networks uses up one for each
const NEWS = 20; // milliseconds between two messages that there is something new
const MOST_KNOWN = 24; // phones that have been here
const EVENING = 12 * 60 * 60 * 1000; // milliseconds in which a phone counts as being at the table still
const EVERY = 5000; // milliseconds between two looks whether a guest is there
const LOOKS = 120; // of these, before it is left to the guest
const TOO_MANY = 429;
const SETTLED = 500; // milliseconds until it is told who stands by for whom
const BRIEF_EVERY = 2000; // milliseconds between two copies for whoever stands by
const BRIEF_SHARE = 10; // the pause after a copy, as a multiple of the time that it took
const SCORER = 2; // the role of whoever may write
const MOVING = 20000; // milliseconds in which guests may find the phone that keeps the score from now on
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
  const { peer, channel } = await newPeer();
  const id = crypto.randomUUID().slice(0, ID);
  return { peer, channel, id, code: await described(peer, await peer.createOffer(), id) };
};

const pause = (time) =>
  new Promise((done) => {
    setTimeout(done, time);
  });

// One phone at the table: by which share link, its connection as soon as there is one, the ways to the next one, and
// the code of where it waits for this phone. page: of the site, on which its codes are made.
export class Guest {
  constructor(host, { link, path, page, code, isOut }) {
    Object.assign(this, { host, link, path, page, code, isOut, ways: [], open: 0 });
    this.sending = Promise.resolve(); // one file after the other
    this.turn = Promise.resolve(); // one request after the other: Python has those of other phones in between
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
  async take(way, sdp) {
    const arrived = this.watch(way);
    arrived.catch(() => {});
    await way.peer.setRemoteDescription({ type: "answer", sdp });
    return arrived;
  }

  // Settled as soon as a way is the connection, or has failed; it may still become it then.
  watch(way) {
    way.isTaken = true; // a code is good for one phone
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

  // The phone that kept the score until now is a guest, over the connection that there is.
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
    this.isAwaited = false;
    if (this.isOut) this.leave();
    else this.greet(this.wire).catch(console.warn);
  }

  async greet(wire) {
    await this.host.opened;
    const { id } = (await build("current")) ?? (await build("arriving"));
    const comes = await canCome();
    localStorage[NAME] ??= crypto.randomUUID();
    const [host, base] = [localStorage[NAME], at("").pathname];
    wire.send({ type: "hello", host, path: this.path, base, build: id, comes });
    if (!comes) {
      if (!this.ways.length) await this.offer(true);
      wire.send({ type: "way", code: this.ways[0].code, isByCode: true });
    }
    await this.wait(wire);
    for (let count = 0; count < WAYS && this.wire === wire; count++)
      wire.send({ type: "way", code: await this.offer(false) });
  }

  // Waits for this guest, which may come by itself after its page was gone.
  async wait(wire) {
    const way = await waitFor(printOf(wire.peer.remoteDescription), "passive");
    this.ways.push(way);
    this.watch(way).catch(() => {});
    wire.send({ type: "here", code: way.code });
  }

  // Goes to where this guest waits, again and again until one of the two has found the other. Settled as watch() is.
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
      if (failed > 1) return this.comeLater(); // its sockets went with the network in which it was begun
      await tryAgain(way);
      await pause(EVERY);
    }
    return undefined;
  }

  // The guest has a moment to come by itself.
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
    else if (["able", "spare"].includes(head.type)) this.host.ofDeputies(this, head);
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

  // The answer to one of the ways, which are not by code.
  answered(code) {
    const { id, sdp } = unpack(String(code), "passive");
    const way = this.ways.find((each) => each.id === id && !each.isByCode && !each.isTaken);
    if (way) this.take(way, sdp).catch(console.info);
  }

  // Settled once this guest has said so.
  says(type, tell = () => {}) {
    return new Promise((done, failed) => {
      this.hears = { type, done, failed, tell };
    });
  }

  // Whether this guest may send one more message now; a guest that goes on when it may not is disconnected.
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
    const turn = this.turn.then(() => this.host.ask(asked));
    this.turn = turn.catch(() => {});
    const { body: content, ...answer } = await turn;
    if (method === "POST" && answer.status < 400) this.host.news(this);
    return wire.send({ number, ...answer }, content);
  }

  // A file of this phone's build: the guest knows its hash from the site.
  async file(wire, { number, hash }) {
    const found = /^[0-9a-f]{32}$/.test(hash) && (await (await files()).match(at(`by-hash/${hash}`)));
    if (!found) return wire.send({ number, status: 404, headers: [] });
    const headers = [["content-type", found.headers.get("content-type") ?? ""]];
    const packed = new Response(found.body.pipeThrough(new CompressionStream("gzip")));
    return wire.send({ number, status: 200, headers }, await packed.arrayBuffer());
  }

  // Excludes this guest, and tells it so as soon as it is connected.
  leave() {
    this.isOut = true;
    if (!this.isConnected) return;
    this.wire.send({ type: "out" });
    setTimeout(() => this.close(), 1000); // so long the message may take
    this.host.forget(this);
  }

  close() {
    for (const { peer } of [...this.ways, this.wire].filter(Boolean)) peer.close();
    Object.assign(this, { ways: [], wire: undefined });
  }
}

// Events: "change", when somebody may have come or gone; "awaited", when this page has been opened again for a moment.
export class Host extends EventTarget {
  // ask(request) gives the site's answer; look() has this phone's own page ask whether there is something new;
  // isOpen: it is the host already, and does not only stand by
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

  // Goes to everybody who was at the table when this page was closed.
  async resume() {
    const before = this.known.filter((each) => Date.now() - each.at < EVENING);
    this.guests.push(...before.map((each) => new Guest(this, each)));
    for (const each of this.guests) {
      each.isAwaited = !each.isOut;
      each.come().catch(console.info);
    }
    await pause(EVERY);
    this.dispatchEvent(new Event("awaited"));
  }

  // Who was at the table when this page was closed, and is not yet again.
  get awaited() {
    return this.guests.filter((each) => each.isAwaited);
  }

  // Whom this phone knows again: by the certificate of the connection, or of the code that is already known.
  keep({ link, page, code, isOut }, wire) {
    const { print } = unpack(code, "passive");
    if (wire && print !== printOf(wire.peer.remoteDescription)) throw new Error("the code of another phone");
    const others = this.known.filter((each) => each.link !== link);
    this.known = [{ link, page, code, isOut, print, at: Date.now() }, ...others].slice(0, MOST_KNOWN);
    note("guests", this.known).catch(console.warn);
    return code;
  }

  forget(guest) {
    this.known = this.known.filter((each) => each.link !== guest.link);
    note("guests", this.known).catch(console.warn);
    this.drop((each) => each === guest);
  }

  // A code for one guest: the address that it opens, good for ten minutes. link: the number of the share link;
  // path: the page of the site that the guest opens first; page: the one on which codes are made.
  async invite(link, path, page) {
    await this.begun;
    this.close((each) => each.link === link && !each.wire && !each.code);
    if (this.guests.filter((each) => !each.isOut).length >= MOST_GUESTS) throw new Error("no more phones");
    const guest = new Guest(this, { link, path, page });
    this.guests.push(guest);
    const code = await guest.offer(true);
    setTimeout(() => this.close((each) => each === guest && !each.wire), CODE_LASTS);
    return { address: `${at("")}#table=${code}`, lasts: CODE_LASTS };
  }

  // A guest's code as it was scanned or typed. Settled with the guest once it is connected.
  async accept(text) {
    const { id, print, sdp } = unpack(text, "passive");
    if (id === LASTING) return this.meet(text, print);
    for (const guest of this.guests) {
      const way = guest.ways.find((each) => each.id === id && each.isByCode && !each.isTaken);
      if (way) return guest.take(way, sdp);
    }
    throw new OtherCode("of another code");
  }

  // A phone that has been here before, and waits for this one.
  async meet(code, print) {
    await this.begun;
    const known = this.known.find((each) => each.print === print);
    if (!known || !(await canCome())) throw new OtherCode("of a phone that has not been here");
    const guest = this.guests.find((each) => each.link === known.link && each.code) ?? new Guest(this, known);
    if (!this.guests.includes(guest)) this.guests.push(guest);
    guest.wire?.peer.close();
    guest.code = code;
    return guest.come();
  }

  // These links have been withdrawn: who came by them is out.
  throwOut(links) {
    for (const each of this.known) each.isOut ||= links.includes(each.link);
    for (const each of this.guests) if (links.includes(each.link)) each.leave();
    this.close((each) => each.isOut && !each.wire && !each.code);
    this.changed();
  }

  // Of each link that has brought somebody: whether that phone is connected.
  get phones() {
    const here = this.guests.filter((each) => (each.wire || each.code) && !each.isOut);
    return new Map(here.map((each) => [each.link, each.isConnected]));
  }

  // Something has changed, by this guest or by this phone itself: all others ask what.
  news(by) {
    this.quiet ??= setTimeout(() => {
      this.quiet = undefined;
      for (const each of this.guests) each.wire?.send({ type: "news" });
      this.brief().catch(console.warn);
    }, NEWS);
    if (by) this.lookHere();
  }

  // One guest that has the app stands by, and has all of the table with each piece of news.
  appoint() {
    this.appointing ??= setTimeout(() => {
      this.appointing = undefined;
      if (this.isHanding) return; // it is somebody already, who may have had no app before
      const able = this.guests.filter((each) => each.isAble && each.isConnected && !each.isOut);
      this.deputy = able.includes(this.deputy) ? this.deputy : able[0];
      this.introduce();
      this.brief().catch(console.warn);
    }, SETTLED);
  }

  // Nobody hears of the others, or they of it, before the site has said that it may write (brief()).
  introduce() {
    const { deputy } = this;
    if (deputy?.mayWrite) deputy.wire.send({ type: "deputy", who: this.besides(deputy) });
  }

  besides(deputy) {
    const others = this.guests.filter((each) => each !== deputy && each.isConnected && !each.isOut);
    return others.map(({ link, life }) => ({ link, life }));
  }

  async brief() {
    const { deputy } = this;
    this.isOld = true;
    if (!deputy?.isConnected || this.resting) return;
    [this.resting, this.isOld] = [true, false];
    const began = Date.now();
    const url = new URL(deputy.page.replace(/links\/$/, "hand-over/"), at("")).href;
    const { status, body } = await this.ask({ method: "GET", url, headers: {}, body: new ArrayBuffer(0) });
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
    deputy.mayWrite = deputy.isAble = links.some(({ pk, role }) => pk === deputy.link && role === SCORER);
    if (deputy !== this.deputy) return;
    if (isNew) this.introduce();
    if (deputy.mayWrite) deputy.wire?.send({ type: "all" }, body);
    else this.appoint();
  }

  // Passes on messages between guests and the deputy.
  ofDeputies(guest, { type, to, code }) {
    if (type === "able") {
      guest.isAble = guest.mayWrite !== false;
      this.appoint();
    } else if (guest !== this.deputy) this.deputy?.wire?.send({ type, from: guest.link, code: String(code) });
    else if (guest.mayWrite) {
      const other = this.guests.find((each) => each.link === to && each !== guest);
      other?.wire?.send({ type, code: String(code) });
    }
  }

  // Hands the table over to the phone of this link; give() notes that, and gives all of it: {text, seat}. Settled with
  // the connection over which this phone may go on as a guest.
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
    deputy.mayWrite = true; // the site shows the button for no other phone
    const isReady = deputy.says("ready", tell);
    deputy.wire.send({ type: "deputy", who: this.besides(deputy), prepare: true });
    await isReady;
    const { text, seat } = await give();
    const isTaken = deputy.says("taken");
    const { link: own, path } = seat;
    deputy.wire.send({ type: "all", seat: { link: own, path } }, new TextEncoder().encode(text).buffer);
    await isTaken;
    const { wire } = deputy;
    for (const each of this.guests) if (each !== deputy) each.wire?.send({ type: "moved" });
    this.known = this.known.filter((each) => !this.guests.some((guest) => guest.link === each.link));
    note("guests", this.known).catch(console.warn);
    this.drop((each) => each === deputy); // but for its connection
    setTimeout(() => this.close(), MOVING);
    for (const each of deputy.ways) each.peer.close();
    return { wire, seat };
  }

  // All of them, where the site runs in another window now.
  close(which = () => true) {
    for (const each of this.guests.filter(which)) each.close();
    this.drop(which);
  }

  drop(which) {
    this.guests = this.guests.filter((each) => !which(each));
    this.changed();
  }

  changed() {
    this.stayAwake();
    this.appoint();
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
