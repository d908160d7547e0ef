// A guest of a table: another phone's Python answers its requests (host.js there), over a WebRTC data channel. No
// Python runs here, unless this phone takes the table over (deputy.js). This phone stores the host's ID, the
// fingerprint of the host's certificate, the cookies of the host's site, the first page to show, and the codes by which
// it can connect again after its page was closed.

import { at, build, files } from "./builds.js";
import { addChange, forgetChanges, missingIn, setChanges } from "./changes.js";
import { candidatesOf, described, pack, printOf, unpack } from "./descriptions.js";
import { canCome, comeTo, newPeer, noted, tryAgain, waitFor } from "./lasting.js";
import { Wire } from "./wire.js";

const KEPT = `scorekeeper table ${at("").pathname}`; // key in localStorage
const MOST_BYTES = 3e7; // bytes of the host's messages that may be in flight
const EVERY = 5000; // milliseconds between two attempts to connect again

// Return what this phone has stored about its table; {} if nothing.
export const kept = () => {
  try {
    return JSON.parse(localStorage.getItem(KEPT)) ?? {};
  } catch {
    return {};
  }
};

export class Guest {
  // told: the callbacks {connected(path), lost(), news(), out(), other(id, tell), lacks(count, go), deputy(head,
  // body)}. out: the host has excluded this phone; other: the host has the build with this ID, and tell() tells it that
  // it is the older one; lacks: the host lacks changes that are on this phone's pad, and somebody decides whether to
  // go() there; deputy: the host has sent a message for its deputy.
  constructor(told) {
    Object.assign(this, { told, waiting: new Map(), number: 0, ways: [], lostAt: 0 });
    this.jar = kept().cookies ?? {};
    for (const event of ["online", "pageshow", "visibilitychange"]) addEventListener(event, () => this.hurry?.());
  }

  keep(more) {
    localStorage.setItem(KEPT, JSON.stringify({ ...kept(), ...more }));
  }

  get isConnected() {
    return Boolean(this.wire?.isOpen);
  }

  // Return the answer to a host's code, as a code. The connection opens once the host has scanned the answer.
  async answer(code) {
    const { id, peer, answer } = await this.way(code);
    this.asking?.close();
    this.asking = peer;
    return described(peer, answer, id);
  }

  // Return the code to show to a host that knows this phone; undefined if there is none.
  async ownCode() {
    const { comes, print, code } = kept();
    if (!comes) return code && this.answer(code);
    this.asking?.close();
    const way = await this.wait(print);
    this.asking = way.peer;
    return way.code;
  }

  // Return a peer connection for a host's code, with an answer. It begins to connect once the answer is set as its
  // local description.
  async way(code) {
    const { id, sdp } = unpack(code, "active");
    const { peer, channel } = await newPeer();
    const wire = this.watch(peer, channel);
    await peer.setRemoteDescription({ type: "offer", sdp });
    return { id, peer, wire, answer: await peer.createAnswer(), candidates: candidatesOf(sdp), failed: 0 };
  }

  // Begin to wait for the host; return the connection and the code by which the host connects.
  async wait(print) {
    const way = await waitFor(print, "active");
    return { ...way, wire: this.watch(way.peer, way.channel) };
  }

  watch(peer, channel) {
    const wire = new Wire(peer, channel, MOST_BYTES, {
      got: (head, body) => this.got(wire, head, body),
      changed: () => this.changed(wire),
    });
    return wire;
  }

  // Become a guest of the phone that takes the table over. `wire` is the open connection to that phone.
  adopt(wire, { path, cookies }) {
    this.spare = { wire, peer: wire.peer };
    this.jar = cookies;
    this.keep({ path });
    wire.give(MOST_BYTES, { got: (head, body) => this.got(wire, head, body), changed: () => this.changed(wire) });
  }

  async got(wire, head, body) {
    if (head.type === "hello") {
      wire.hello = head;
      this.consider(wire);
    }
    await wire.greeting;
    if (head.type === "out") this.leave();
    else if (wire !== this.wire) console.info(`another connection was chosen: ${head.type}`);
    else if (head.type === "here") this.keep({ here: head.code });
    else if (head.type === "way" && head.isByCode) this.keep({ code: head.code });
    else if (head.type === "way") await this.prepare(wire, head.code);
    else if (head.type === "spare" && !head.from) await this.prepareSpare(wire, head.code);
    else if (["deputy", "spare", "all", "done", "wanted"].includes(head.type)) this.told.deputy(head, body);
    else if (head.type === "news") {
      addChange(head.change);
      this.told.news();
    } else if (this.waiting.has(head.number)) {
      const done = this.waiting.get(head.number);
      if (head.change) addChange(head.change);
      this.waiting.delete(head.number);
      done(head.failed ? { failed: head.failed } : { status: head.status, headers: head.headers, body });
    }
  }

  // Use this connection, on which the host has sent "hello", unless it is a spare one and the host is still there. Ask
  // first if that host lacks what stands on this phone's pad.
  consider(wire) {
    if (wire === this.spare?.wire && this.isConnected) return;
    const count = missingIn(wire.hello.changes);
    const go = () => {
      wire.greeting = this.greeted(wire, wire.hello);
    };
    if (count) this.told.lacks(count, go);
    else go();
  }

  // Use this connection, on which the host has sent "hello", and close the others, except for a spare one of the same
  // host. If the host has another build or base path, nothing is asked of it; it is told if its build is the older one.
  async greeted(wire, { host, path, comes, build: id, base, changes }) {
    const mine = await Promise.all(["table", "current"].map(build));
    this.build = base === at("").pathname ? mine.find((each) => each?.id === id) : undefined;
    this.giveUp();
    setChanges(changes);
    const isSpare = wire === this.spare?.wire;
    const isOther = kept().host !== host;
    const others = [this.wire, this.waits, { peer: this.asking }, ...this.ways.splice(0), isOther && this.spare];
    for (const each of others) if (each && each.peer !== wire.peer) each.peer?.close();
    if (isOther || isSpare) this.spare = undefined; // the latter is the connection in use now, which stop() closes
    this.wire = wire;
    wire.isGreeted = true;
    if (isOther && !isSpare) this.jar = {}; // no host gets the cookies of another one
    if (isOther) this.keep({ here: undefined, code: undefined });
    const print = printOf(wire.peer.remoteDescription);
    this.keep({ host, print, comes, path: path ?? kept().path, cookies: this.jar });
    if (wire.isOpen) this.here();
    this.tellWhere(wire, print).catch(console.warn);
    if (this.build && mine[1]?.id === id) wire.send({ type: "able" });
  }

  async tellWhere(wire, print) {
    this.waits = await this.wait(print);
    await wire.send({ type: "here", code: this.waits.code });
  }

  // Answer an offer of the host: both sides exchange descriptions now, and use them when this connection is lost.
  async prepare(wire, code) {
    const way = await this.way(code);
    if (wire !== this.wire) return;
    this.ways.push(way);
    await wire.send({ type: "way", code: pack(way.answer.sdp, way.id) });
  }

  // Answer an offer of the deputy in the same way. The connection is not used before the deputy takes over. Without a
  // code, the host has no deputy any more.
  async prepareSpare(wire, code) {
    const spare = code && (await this.way(code));
    if (wire !== this.wire) return;
    this.spare?.peer.close();
    this.spare = spare;
    if (!spare) return;
    await wire.send({ type: "spare", code: pack(spare.answer.sdp, spare.id) });
  }

  async trySpare() {
    const { spare } = this;
    if (!spare?.answer) return;
    if (!spare.peer.localDescription) await spare.peer.setLocalDescription(spare.answer);
    if (!spare.wire.isOpen) await tryAgain(spare);
  }

  here() {
    this.isLost = false;
    this.hurry?.(); // ends the pause in comeBack()
    if (!this.build) return this.told.other(this.wire.hello.build, () => this.wire.send({ type: "other" }));
    this.told.connected(kept().path);
  }

  changed(wire) {
    if (wire !== this.wire || this.isOut) return;
    if (!wire.isOpen) this.giveUp();
    if (wire.isOpen && this.isLost && wire.isGreeted) this.here(); // the connection was only interrupted
    if (wire.isOpen || this.isLost) return;
    this.isLost = true;
    this.lostAt = Date.now();
    this.told.lost();
    this.comeBack();
    const { wire: other } = this.spare ?? {};
    if (other?.hello && other.isOpen) this.consider(other);
  }

  // Answer all open requests with an error.
  giveUp() {
    for (const done of this.waiting.values()) done({ failed: "The table is out of reach." });
    this.waiting.clear();
  }

  // Begin to connect again after this page was closed; return whether that is possible.
  async resume() {
    if (!kept().here || !(await canCome())) return false;
    this.isLost = true;
    this.comeBack().catch(console.warn);
    return true;
  }

  // Connect to the host again: by the deputy's spare connection, by a prepared connection or, without one, by the
  // host's stored code. Every few seconds, `tryAgain` lets the browser try the host's addresses again. A connection
  // that fails nevertheless has lost its sockets with the network in which it was begun: then the next one is tried.
  async comeBack() {
    while (this.isLost) {
      await this.trySpare();
      if (!this.ways.length && !(await this.comeAgain()) && !this.spare) return;
      const [way] = this.ways;
      if (way && !way.peer.localDescription) await way.peer.setLocalDescription(way.answer);
      if (way) way.failed = way.peer.connectionState === "failed" ? way.failed + 1 : 0;
      if (way?.failed > 1 && (this.ways.length > 1 || kept().here)) {
        this.ways.shift().peer.close();
        continue;
      }
      if (way) await tryAgain(way);
      await new Promise((done) => {
        this.hurry = done;
        setTimeout(done, EVERY);
      });
    }
  }

  async comeAgain() {
    const { here } = kept();
    if (!here || !(await canCome())) return false;
    const way = await comeTo(here, "active");
    this.watch(way.peer, way.channel);
    this.ways.push({ ...way, failed: 0 });
    return true;
  }

  // Return whether this phone has stood by as the deputy, and has got everything that it knows of. Then it can go on.
  async canGoOn() {
    const copy = await (await files()).match(at("taken"));
    const forms = (await noted("forms")) ?? [];
    return Boolean(copy) && missingIn([...(await copy.json()).changes, ...forms.map(({ id }) => id)]) === 0;
  }

  // Return whether a header sets a cookie, and store that cookie: a service worker cannot set cookies.
  isCookie([name, value]) {
    if (name.toLowerCase() !== "set-cookie") return false;
    const [, cookie, content] = value.match(/^([^=;]+)=([^;]*)/);
    if (/; *max-age=0/i.test(value)) delete this.jar[cookie];
    else this.jar[cookie] = content;
    this.keep({ cookies: this.jar });
    return true;
  }

  leave() {
    this.stop();
    localStorage.removeItem(KEPT);
    forgetChanges();
    files().then((cache) => cache.delete(at("taken")));
    this.told.out();
  }

  stop() {
    this.isOut = true;
    this.isLost = false;
    this.giveUp();
    for (const each of [this.wire, this.waits, this.spare, ...this.ways]) each?.peer.close();
  }

  // Return the answer of the host's site, in the form of Site.ask() (site.js).
  ask(request) {
    const headers = {
      ...request.headers,
      "accept-language": navigator.languages.join(","),
      cookie: Object.entries(this.jar)
        .map(([name, value]) => `${name}=${value}`)
        .join("; "),
    };
    const path = request.url.slice(at("app").href.length) || "/";
    return this.asked({ type: "request", method: request.method, path, headers }, request.body).then((answer) => {
      if (answer.headers) answer.headers = answer.headers.filter((each) => !this.isCookie(each));
      return { ...answer, guest: true };
    });
  }

  // Return a file of the host's build, in the form of Site.ask(); the host sends it compressed.
  async file(hash) {
    const { body, ...answer } = await this.asked({ type: "file", hash });
    if (!body?.byteLength) return answer;
    const whole = new Blob([body]).stream().pipeThrough(new DecompressionStream("gzip"));
    return { ...answer, body: await new Response(whole).arrayBuffer() };
  }

  asked(head, body) {
    if (!this.isConnected || !this.build) return Promise.resolve({ failed: "The table is out of reach." });
    const number = ++this.number;
    return new Promise((done) => {
      this.waiting.set(number, done);
      this.wire.send({ ...head, number }, body); // if the connection is lost, giveUp() answers
    });
  }
}
