// A guest of a table: another phone's Python answers (host.js there), over a WebRTC data channel. No Python is fetched
// here. What lasts: which host it was, its cookies, the page to begin with, and the code by which this phone can come
// back after its page was closed.

import { at, build, files } from "./builds.js";
import { described, pack, unpack } from "./descriptions.js";
import { Wire } from "./wire.js";

const KEPT = `scorekeeper table ${at("").pathname}`; // in localStorage
const MOST_BYTES = 3e7; // of what the host sends at once
const COPY_EVERY = 60000; // milliseconds, and only where there is something new
const SCORER = 2; // the role of whoever may write
const EVERY = 5000; // milliseconds between two looks whether the host is there again

// What this phone keeps of its table.
export const kept = () => {
  try {
    return JSON.parse(localStorage.getItem(KEPT)) ?? {};
  } catch {
    return {};
  }
};

export class Guest {
  // told: {connected(path), lost(), news(), out(), other()}
  constructor(told) {
    Object.assign(this, { told, waiting: new Map(), number: 0, ways: [] });
    this.jar = kept().cookies ?? {};
    for (const event of ["online", "pageshow", "visibilitychange"]) addEventListener(event, () => this.hurry?.());
  }

  keep(more) {
    localStorage.setItem(KEPT, JSON.stringify({ ...kept(), ...more }));
  }

  get isConnected() {
    return Boolean(this.wire?.isOpen);
  }

  // The answer to a host's code, as a code. As soon as the host has it, there is a connection.
  async answer(code) {
    const { id, peer, answer } = await this.way(code);
    this.asking?.close();
    this.asking = peer;
    return described(peer, answer, id);
  }

  // The way to which a host's code leads. It is begun once the answer is the peer's own description.
  async way(code) {
    const { id, sdp } = unpack(code, "active");
    const peer = new RTCPeerConnection({ iceServers: [] });
    peer.ondatachannel = ({ channel }) => {
      const wire = new Wire(peer, channel, MOST_BYTES, {
        got: (head, body) => this.got(wire, head, body),
        changed: () => this.changed(wire),
      });
      this.wire?.peer.close();
      this.giveUp();
      this.wire = wire;
    };
    await peer.setRemoteDescription({ type: "offer", sdp });
    return { id, peer, answer: await peer.createAnswer(), candidates: sdp.match(/candidate:.*/g) ?? [], failed: 0 };
  }

  async got(wire, head, body) {
    if (head.type === "hello") {
      for (const { peer } of this.ways.splice(0)) if (peer !== wire.peer) peer.close(); // the host has others now
      const mine = await Promise.all(["table", "current"].map(build));
      const isOther = mine.every((each) => each?.id !== head.build); // with other files, and messages
      if (isOther || head.base !== at("").pathname) {
        this.stop();
        this.told.other();
      } else {
        wire.isGreeted = true;
        if (kept().host !== head.host) this.jar = {}; // what another host knows this phone by is not for this one
        this.keep({ host: head.host, path: head.path, cookies: this.jar });
        if (wire.isOpen) this.here();
      }
    } else if (head.type === "way" && head.isByCode) this.keep({ code: head.code });
    else if (head.type === "way") await this.prepare(wire, head.code);
    else if (head.type === "news") {
      this.told.news();
      this.takeCopy();
    } else if (head.type === "out") this.leave();
    else if (this.waiting.has(head.number)) {
      const done = this.waiting.get(head.number);
      this.waiting.delete(head.number);
      done(head.failed ? { failed: head.failed } : { status: head.status, headers: head.headers, body });
    }
  }

  // A way back for when the connection is lost: both sides know the other's description, and it begins when it is
  // needed.
  async prepare(wire, code) {
    const way = await this.way(code);
    if (wire !== this.wire) return;
    this.ways.push(way);
    await wire.send({ type: "way", code: pack(way.answer.sdp, way.id) });
  }

  here() {
    this.isLost = false;
    this.hurry?.(); // comeBack() ends
    this.told.connected(kept().path);
    this.takeCopy();
  }

  changed(wire) {
    if (wire !== this.wire || this.isOut) return;
    if (wire.channel.readyState === "closed") this.giveUp();
    if (wire.isOpen && this.isLost && wire.isGreeted) this.here(); // it was only disconnected
    if (wire.isOpen || this.isLost) return;
    this.isLost = true;
    this.told.lost();
    this.comeBack();
  }

  // What has been asked is not answered any more.
  giveUp() {
    for (const done of this.waiting.values()) done({ failed: "The table is out of reach." });
    this.waiting.clear();
  }

  // Begins a way that was agreed on, and names the host's addresses to the browser again and again, since it forgets
  // those that do not answer. A way that nevertheless stays failed has lost its own sockets, with the network in which
  // it was begun: the next one takes its place.
  async comeBack() {
    while (this.isLost && this.ways.length) {
      const [way] = this.ways;
      if (!way.peer.localDescription) await way.peer.setLocalDescription(way.answer);
      way.failed = way.peer.connectionState === "failed" ? way.failed + 1 : 0;
      if (way.failed > 1 && this.ways.length > 1) {
        this.ways.shift().peer.close();
        continue;
      }
      for (const candidate of way.candidates)
        await way.peer.addIceCandidate({ candidate, sdpMid: "0" }).catch(console.info);
      await new Promise((done) => {
        this.hurry = done;
        setTimeout(done, EVERY);
      });
    }
  }

  // A copy of the group, for when the phone that keeps the score is gone: who may write can play on with it here.
  async takeCopy() {
    this.isOld = true;
    if (!this.group || this.resting) return;
    this.resting = setTimeout(() => {
      this.resting = undefined;
      if (this.isOld) this.takeCopy();
    }, COPY_EVERY);
    this.isOld = false;
    const url = at(`app/g/${this.group}/copy/`).href;
    const { status, body } = await this.ask({ method: "GET", url, headers: {} });
    if (status !== 200 || JSON.parse(new TextDecoder().decode(body)).role < SCORER) return;
    const headers = { "content-type": "application/json", date: new Date().toUTCString() };
    await (await files()).put(at("taken"), new Response(body, { headers }));
  }

  // A cookie of the host's site, which a service worker cannot set.
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
    files().then((cache) => cache.delete(at("taken")));
    this.told.out();
  }

  stop() {
    this.isOut = true;
    this.isLost = false;
    this.giveUp();
    for (const { peer } of [...(this.wire ? [this.wire] : []), ...this.ways]) peer.close();
  }

  // The answer of the host's site, as pocket's own Site gives it.
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

  file(hash) {
    return this.asked({ type: "file", hash });
  }

  asked(head, body) {
    if (!this.isConnected) return Promise.resolve({ failed: "The table is out of reach." });
    const number = ++this.number;
    return new Promise((done) => {
      this.waiting.set(number, done);
      this.wire.send({ ...head, number }, body); // if it is lost, giveUp() answers
    });
  }
}
