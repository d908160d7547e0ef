// The host of a table: this phone's Python answers other phones, its guests, over WebRTC data channels. A guest's
// request is an ordinary one by a share link, with the cookies that the guest keeps. Nothing leaves the room: no server
// is asked for addresses (iceServers: []), and who has not seen a code cannot connect, since the certificates'
// fingerprints are in it.

import { files } from "./builds.js";
import { ID, NoCode, pack, unpack } from "./descriptions.js";
import { Wire } from "./wire.js";

export const PROTOCOL = 1;
const CODE_LASTS = 10 * 60 * 1000; // milliseconds in which a code may be answered
const GATHERING = 3000; // milliseconds for a phone's addresses, where the browser does not say that these are all
const MOST_GUESTS = 12;
const MOST_BYTES = 1.2e6; // of what a guest sends: as much as the site takes of a form, and what is around it
const AT_ONCE = 8; // requests of a guest
const A_SECOND = 40; // requests of a guest, in the mean
const SPARES = 3; // ways back that a guest has at a time, see `prepare`
const NEWS = 100; // milliseconds between two messages that there is something new
const TOO_MANY = 429;
// What a browser sends of a page of the site. The host, where it is asked and by whom are for this phone to say.
const HEADERS = new RegExp(
  "^(accept|accept-language|content-type|cookie|happened-at|hx-[a-z-]+|idempotency-key|if-none-match|sent-by|" +
    "x-csrftoken)$",
);

// All of the description, with the addresses.
const complete = (peer) =>
  new Promise((done) => {
    const look = () => {
      if (peer.iceGatheringState === "complete") done();
    };
    peer.addEventListener("icegatheringstatechange", look);
    setTimeout(done, GATHERING);
    look();
  });

export const described = async (peer, description, id) => {
  await peer.setLocalDescription(description);
  await complete(peer);
  return pack(peer.localDescription.sdp, id);
};

// An offer that waits for its answer.
class Offer {
  async make() {
    this.peer = new RTCPeerConnection({ iceServers: [] });
    this.channel = this.peer.createDataChannel("table");
    const id = crypto.getRandomValues(new Uint8Array(ID));
    this.code = await described(this.peer, await this.peer.createOffer(), id);
    this.id = unpack(this.code, "actpass").id;
    return this;
  }

  // Takes the answer's description; settled once the channel is open, or cannot be any more.
  take(sdp) {
    const open = new Promise((done, failed) => {
      this.channel.addEventListener("open", () => done(this.channel), { once: true });
      this.peer.addEventListener("connectionstatechange", () => {
        if (["failed", "closed"].includes(this.peer.connectionState)) failed(new NoCode("not reached"));
      });
    });
    return this.peer.setRemoteDescription({ type: "answer", sdp }).then(() => open);
  }

  close() {
    this.peer.close();
  }
}

// One phone at the table: by which share link, and its connection as long as there is one.
class Guest {
  constructor(host, link, path) {
    Object.assign(this, { host, link, path, open: 0, spares: [], allowed: A_SECOND, at: performance.now() });
  }

  get isConnected() {
    return Boolean(this.wire?.isOpen);
  }

  connected({ peer, channel }) {
    const former = this.peer;
    this.peer = peer;
    this.wire = new Wire(channel, MOST_BYTES, {
      got: (head, body) => this.got(head, body),
      closed: () => this.lost(peer),
    });
    peer.addEventListener("connectionstatechange", () => {
      if (["disconnected", "failed"].includes(peer.connectionState)) this.lost(peer);
    });
    former?.close();
    this.send({ type: "hello", protocol: PROTOCOL, path: this.path, base: new URL("./", self.location).pathname });
    this.prepare().catch(console.warn);
    this.host.changed();
  }

  send(head, body) {
    return this.wire.send(head, body).catch(console.warn); // it is gone, and asks again when it is back
  }

  // Ways back, told while there is a connection: offers that wait. Some are answered at once, and both sides keep to
  // them when the connection is lost; one is for a page that was closed, which then shows its answer as a code.
  async prepare() {
    while (this.spares.filter((each) => !each.forCode).length < SPARES || !this.spares.some((each) => each.forCode)) {
      const forCode = !this.spares.some((each) => each.forCode);
      const offer = Object.assign(await new Offer().make(), { forCode });
      if (!this.isConnected) {
        offer.close();
        return;
      }
      this.spares.push(offer);
      this.send({ type: "spare", code: offer.code, forCode });
    }
  }

  // The connection is gone. Whatever way back the guest takes leads here again.
  lost(peer) {
    if (this.peer !== peer || this.isOut) return;
    this.peer = undefined;
    peer.close();
    for (const offer of this.spares.filter((each) => each.answer && !each.isTaken)) {
      offer.isTaken = true;
      offer.take(offer.answer).then(
        () => this.isBack(offer),
        () => {},
      );
    }
    this.host.changed();
  }

  // The ways that were agreed on for the former connection are over on both sides; the one for a code is not.
  isBack(offer) {
    for (const each of this.spares) if (each !== offer && !each.forCode) each.close();
    this.spares = this.spares.filter((each) => each !== offer && each.forCode);
    this.connected(offer);
  }

  got(head, body) {
    if (head.type === "spare") {
      const { id, sdp } = unpack(String(head.code), "active");
      const offer = this.spares.find((each) => each.id === id && !each.forCode);
      if (offer) offer.answer ??= sdp;
    } else if (head.type === "request") this.request(head, body);
    else if (head.type === "file") this.file(head);
  }

  // Whether there may be one more request now.
  mayAsk() {
    const now = performance.now();
    this.allowed = Math.min(2 * A_SECOND, this.allowed + ((now - this.at) / 1000) * A_SECOND);
    this.at = now;
    if (this.open >= AT_ONCE || this.allowed < 1) return false;
    this.allowed -= 1;
    return true;
  }

  async request({ number, method, path, headers }, body) {
    const isOne = ["GET", "HEAD", "POST"].includes(method) && /^\/[\x21-\x7e]{0,4000}$/.test(path);
    if (!isOne || !this.mayAsk()) {
      this.send({ number, status: isOne ? TOO_MANY : 400, headers: [] });
      return;
    }
    this.open += 1;
    const asked = {
      method,
      url: new URL("app", new URL("./", self.location)).href + path,
      headers: Object.fromEntries(
        Object.entries(headers).filter(([name, value]) => HEADERS.test(name) && String(value)),
      ),
      body,
      guest: true,
    };
    const { body: content, ...answer } = await this.host.ask(asked);
    this.open -= 1;
    if (method === "POST" && answer.status < 400) this.host.news(this);
    if (this.isConnected) this.send({ number, ...answer }, content);
  }

  // A file of this phone's build: the guest knows its hash from the site.
  async file({ number, hash }) {
    const kept = /^[0-9a-f]{32}$/.test(hash) && this.mayAsk();
    const found = kept && (await (await files()).match(new URL(`by-hash/${hash}`, new URL("./", self.location))));
    if (!this.isConnected) return;
    if (found) {
      const headers = [["content-type", found.headers.get("content-type") ?? ""]];
      this.send({ number, status: 200, headers }, await found.arrayBuffer());
    } else this.send({ number, status: 404, headers: [] });
  }

  leave() {
    this.isOut = true;
    if (this.isConnected) this.send({ type: "out" });
    for (const each of this.spares) each.close();
    const { peer } = this;
    setTimeout(() => peer?.close(), 1000); // so long the message may take
  }
}

// Events: "change", when somebody has come or gone.
export class Host extends EventTarget {
  // ask(request) gives the site's answer; look() has this phone's own page ask whether there is something new
  constructor(ask, look) {
    super();
    Object.assign(this, { ask, lookHere: look, guests: [], codes: new Map() });
    document.addEventListener("visibilitychange", () => this.stayAwake());
    addEventListener("beforeunload", (event) => {
      if (this.guests.some((each) => each.isConnected)) event.preventDefault();
    });
  }

  // A code for one guest: the address that it opens, good for ten minutes. link: the number of the share link;
  // path: the page of the site that the guest opens first.
  async invite(link, path) {
    if (this.guests.length >= MOST_GUESTS) throw new NoCode("no more phones");
    this.codes.get(link)?.close();
    const offer = await new Offer().make();
    this.codes.set(link, Object.assign(offer, { link, path }));
    setTimeout(() => {
      if (this.codes.get(link) !== offer) return;
      this.codes.delete(link);
      offer.close();
      this.changed();
    }, CODE_LASTS);
    return { address: `${new URL("./", self.location)}#table=${offer.code}`, lasts: CODE_LASTS };
  }

  // A guest's code as it was scanned or typed. Settled with the guest once it is connected.
  async accept(text) {
    const { id, sdp } = unpack(text, "active");
    const offer = [...this.codes.values()].find((each) => each.id === id);
    if (offer && !offer.isTaken) {
      offer.isTaken = true; // a code is good for one guest
      this.codes.delete(offer.link);
      await offer.take(sdp);
      const guest = new Guest(this, offer.link, offer.path);
      this.guests.push(guest);
      guest.connected(offer);
      return guest;
    }
    for (const guest of this.guests) {
      const way = guest.spares.find((each) => each.id === id && each.forCode && !each.isTaken);
      if (!way) continue;
      way.isTaken = true;
      await way.take(sdp);
      guest.isBack(way);
      return guest;
    }
    throw new NoCode("of another code");
  }

  // These links have been withdrawn: who came by them is out.
  throwOut(links) {
    for (const guest of this.guests.filter((each) => links.includes(each.link))) {
      this.guests = this.guests.filter((each) => each !== guest);
      guest.leave();
    }
    this.changed();
  }

  // Of each link that has brought somebody: whether that phone is connected.
  get phones() {
    return new Map(this.guests.map((each) => [each.link, each.isConnected]));
  }

  // Something has changed, by this guest or by this phone itself: all others ask what.
  news(by) {
    this.quiet ??= setTimeout(() => {
      this.quiet = undefined;
      for (const each of this.guests) if (each.isConnected) each.send({ type: "news" });
    }, NEWS);
    if (by) this.lookHere();
  }

  changed() {
    this.stayAwake();
    this.dispatchEvent(new Event("change"));
  }

  // As long as somebody is at the table, the screen stays on: a phone that sleeps answers nobody.
  async stayAwake() {
    const wanted = this.guests.some((each) => each.isConnected) && !document.hidden;
    if (!wanted) {
      this.awake?.release();
      this.awake = undefined;
    } else if (!this.awake || this.awake.released)
      this.awake = await navigator.wakeLock?.request("screen").catch(() => undefined);
  }
}
