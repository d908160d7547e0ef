// A guest of a table: another phone's Python answers (host.js there), over a WebRTC data channel. No Python is fetched
// here. What lasts: the cookies, the page to begin with, and the code by which this phone can come back after its page
// was closed.

import { at, files } from "./builds.js";
import { pack, unpack } from "./descriptions.js";
import { PROTOCOL, described } from "./host.js";
import { Wire } from "./wire.js";

const KEPT = `scorekeeper table ${at("").pathname}`; // in localStorage
const MOST_BYTES = 3e7; // of what the host sends at once
const PATIENCE = 60000; // milliseconds for an answer
const COPY_EVERY = 60000; // milliseconds, and only where there is something new
const SCORER = 2; // the role of whoever may write
const WAY = 20000; // milliseconds that a way back is tried
const LATER = [0, 2000, 15000, 60000]; // milliseconds until the next way back is tried

const fromHex = (text) => text.match(/../g).map((each) => parseInt(each, 16));

// What this phone keeps of its table.
export const kept = () => {
  try {
    return JSON.parse(localStorage.getItem(KEPT)) ?? {};
  } catch {
    return {};
  }
};

export class Guest {
  // told: {connected(path), lost(), stuck(), news(), out(), other()}; stuck: there is no way back but a code
  constructor(told) {
    Object.assign(this, { told, waiting: new Map(), number: 0, ways: [], tries: 0 });
    this.jar = kept().cookies ?? {};
    for (const event of ["online", "pageshow"]) addEventListener(event, () => this.comeBack());
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) this.comeBack();
    });
  }

  keep(more) {
    localStorage.setItem(KEPT, JSON.stringify({ ...kept(), ...more }));
  }

  get isConnected() {
    return Boolean(this.wire?.isOpen);
  }

  // The answer to a host's code, as a code. As soon as the host has it, there is a connection.
  async answer(code) {
    const { id, sdp } = unpack(code, "actpass");
    this.asking?.close();
    const peer = (this.asking = this.connection());
    await peer.setRemoteDescription({ type: "offer", sdp });
    return described(peer, await peer.createAnswer(), fromHex(id));
  }

  connection() {
    const peer = new RTCPeerConnection({ iceServers: [] });
    peer.addEventListener("datachannel", ({ channel }) => {
      const wire = new Wire(channel, MOST_BYTES, {
        got: (head, body) => this.got(wire, head, body),
        closed: () => this.lost(peer),
      });
      this.wire?.channel.close();
      [this.peer, this.wire] = [peer, wire];
      this.hurry?.();
    });
    peer.addEventListener("connectionstatechange", () => {
      if (["disconnected", "failed"].includes(peer.connectionState)) this.lost(peer);
    });
    return peer;
  }

  async got(wire, head, body) {
    if (head.type === "hello") {
      if (head.protocol !== PROTOCOL || head.base !== at("").pathname) this.told.other();
      else {
        this.tries = 0;
        for (const { peer } of this.ways.splice(0)) peer.close(); // of the former connection
        this.keep({ path: head.path });
        this.told.connected(head.path);
        this.takeCopy();
      }
    } else if (head.type === "spare" && head.forCode) this.keep({ code: head.code });
    else if (head.type === "spare") await this.prepare(wire, head.code);
    else if (head.type === "news") {
      this.told.news();
      this.takeCopy();
    } else if (head.type === "out") this.leave();
    else if (this.waiting.has(head.number)) {
      const { done, timer } = this.waiting.get(head.number);
      clearTimeout(timer);
      this.waiting.delete(head.number);
      done(head.failed ? { failed: head.failed } : { status: head.status, headers: head.headers, body });
    }
  }

  // A way back for when the connection is lost: both sides know the other's description, and it begins when it is
  // needed.
  async prepare(wire, code) {
    const { id, sdp } = unpack(code, "actpass");
    const peer = this.connection();
    await peer.setRemoteDescription({ type: "offer", sdp });
    const answer = await peer.createAnswer();
    this.ways.push({ peer, answer });
    await wire.send({ type: "spare", code: pack(answer.sdp, fromHex(id)) }).catch(() => {});
  }

  lost(peer) {
    if (this.peer !== peer) return;
    this.peer = undefined;
    peer.close();
    for (const { done, timer } of this.waiting.values()) {
      clearTimeout(timer);
      done({ failed: "The table is out of reach." });
    }
    this.waiting.clear();
    if (this.isOut) return;
    this.told.lost();
    this.comeBack();
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

  // Tries one way back after the other: at once, later again, and as soon as the phone has a network or is looked at.
  async comeBack() {
    this.hurry?.();
    if (this.isTrying) return;
    this.isTrying = true;
    while (this.mayTry) {
      await this.pause(LATER[Math.min(this.tries++, LATER.length - 1)]);
      if (!this.mayTry) break;
      const { peer, answer } = this.ways.shift();
      await peer.setLocalDescription(answer).catch(console.warn);
      await this.pause(WAY);
      if (this.peer !== peer) peer.close(); // its channel may be there and not be open yet
    }
    this.isTrying = false;
    if (!this.peer && !this.isOut && !this.ways.length) this.told.stuck();
  }

  get mayTry() {
    return !this.peer && !this.isOut && this.ways.length && navigator.onLine && !document.hidden;
  }

  pause(time) {
    return new Promise((done) => {
      this.hurry = done;
      setTimeout(done, time);
    });
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
    this.isOut = true;
    if (this.peer) this.lost(this.peer);
    localStorage.removeItem(KEPT);
    this.told.out();
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
      const timer = setTimeout(() => {
        this.waiting.delete(number);
        done({ failed: "no answer" });
      }, PATIENCE);
      this.waiting.set(number, { done, timer });
      this.wire.send({ ...head, number }, body).catch(() => {}); // lost() answers
    });
  }
}
