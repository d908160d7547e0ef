// The deputy: the guest's phone that takes over the table, by choice or when the host is out of reach. While still a
// guest, it starts its own Python, and exchanges WebRTC descriptions with the other guests through the host, so that
// they can connect to it.

import { at, build, fetchBuild, files, giveUp, takeNext } from "./builds.js";
import { changes as changesHere, setChanges } from "./changes.js";
import { GuestConnection, Host, digestOf } from "./host.js";
import { printOf } from "./descriptions.js";
import { note, noted } from "./lasting.js";
import { look } from "./screen.js";

const TOO_MANY = 429;
const SESSION = "scorekeeper_session"; // the cookie
const NOT_AGAIN = /\/(links|hand-over)\//; // forms about connections that have gone with the host
const PAUSE = 500; // milliseconds until the next request, if there were too many
const MOST_BYTES = 1e6; // bytes of the former host's messages in flight
const NOTHING = new ArrayBuffer(0);
const textOf = (body) => new TextDecoder().decode(body);

export class Deputy {
  // shell: the callbacks of shell.js, {start(build), begin(site, host, path)}
  constructor(guest, shell) {
    Object.assign(this, { guest, shell });
    this.host = new Host((request) => this.site.ask(request), look, false);
    this.turn = Promise.resolve(); // handle the host's messages one after the other
    this.forms = undefined; // those that were done since the last copy, and perhaps earlier ones
  }

  got(head, body) {
    if (head.type === "done") {
      this.add(head, body).catch(console.warn);
      return;
    }
    this.turn = this.turn.then(() => this.done(head, body)).catch((error) => {
      console.warn(error);
      if (head.prepare || head.seat) this.guest.wire?.send({ type: "unable", why: String(error.message) });
    });
  }

  async add({ id, path, headers, from }, body) {
    this.forms = [...(this.forms ?? []), { id, path, headers, from, body }];
    await note("forms", this.forms);
    await this.guest.wire?.send({ type: "kept", id });
  }

  async done({ type, who, prepare, from, code, seat, changes }, body) {
    if (type === "wanted") this.shell.ask(this);
    if (type === "deputy") await this.meet(who);
    if (prepare) {
      await this.prepare((share) => this.guest.wire.send({ type: "progress", share }));
      this.guest.wire.send({ type: "ready" });
    }
    if (type === "spare") this.host.guests.find((each) => each.link === from)?.answered(code);
    if (type === "all" && !seat) {
      const copy = JSON.stringify({ ...JSON.parse(textOf(body)).document, changes });
      await (await files()).put(at("taken"), new Response(copy));
      this.forms = (this.forms ?? []).filter(({ id }) => !changes.includes(id));
      await note("forms", this.forms);
    }
    if (type === "all" && seat) await this.take(body, changes, seat);
  }

  // Offer a spare connection to each of these guests. `life` identifies a guest's connection to the host: a guest that
  // has connected anew may have lost its spare connection, so it is offered another one.
  async meet(who) {
    for (const { link, life } of who) {
      const there = this.host.guests.find((each) => each.link === link);
      if (there?.met === life) continue;
      const spare = new GuestConnection(this.host, { link });
      spare.met = life;
      this.host.close((each) => each === there);
      this.host.guests.push(spare);
      await this.guest.wire.send({ type: "spare", to: link, code: await spare.offer(false) });
    }
  }

  // The build of the table; after this page was closed, that of this phone.
  async build() {
    return this.guest.build ?? (await build("current")) ?? build("table");
  }

  // Return how many bytes of the build this phone lacks, compressed.
  async size() {
    const cache = await files();
    let size = 0;
    for (const { hash, gz } of Object.values((await this.build()).files))
      if (!(await cache.match(at(`by-hash/${hash}`)))) size += gz;
    return size;
  }

  // Fetch the build of the table. Missing files come from the host's phone, or else from the app's own address. If this
  // phone has another build of its own, the build of the table replaces it, as an update does. tell(share) gets the
  // progress, 0 to 1.
  async fetch(tell) {
    const found = await this.build();
    const fromTable = async (path, { hash }) => {
      const { status, headers, body } = await this.guest.file(hash);
      if (status === TOO_MANY) await new Promise((done) => setTimeout(done, PAUSE));
      if (status === TOO_MANY) return fromTable(path, { hash });
      return status === 200 ? new Response(body, { headers }) : undefined;
    };
    const share = (done, total) => tell(done / total);
    if ((await build("current"))?.id !== found.id) {
      await fetchBuild(found, "next", share, undefined, fromTable);
      await takeNext();
    }
    tell(1);
    this.guest.wire?.send({ type: "able" });
    return found;
  }

  // Fetch the build of the table and start Python. If it does not start, the phone goes back to its own build.
  async prepare(tell) {
    const found = await this.fetch(tell);
    try {
      this.site ??= await this.shell.start(found);
    } catch (error) {
      await giveUp();
      throw error;
    }
  }

  // Take over with the copy on this phone, unless the host is back.
  async goOn(tell) {
    this.forms ??= await noted("forms"); // this page was closed meanwhile
    const copy = await (await (await files()).match(at("taken"))).arrayBuffer();
    const { changes } = JSON.parse(textOf(copy));
    await this.prepare(tell);
    if (this.guest.isConnected) return; // the host is back
    await this.take(copy, changes);
  }

  async ask(method, path, headers, body) {
    const answer = await this.site.ask({ method, url: at(path).href, headers, body });
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status ?? answer.failed}`);
    return textOf(answer.body);
  }

  // Take over the table. Once the copy (`body`: bytes) is saved and the later forms are done, this phone is the host.
  // changes: what the copy has; former: the former host as a guest, {link, path}; undefined if it is gone.
  async take(body, changes, former) {
    const page = await this.ask("GET", "app/groups/new/", {}, NOTHING);
    const [, token] = page.match(/name="csrfmiddlewaretoken" value="([^"]+)"/);
    const [, sender] = page.match(/data-who="([^"]+)"/);
    const session = this.guest.jar.scorekeeper_session ?? "";
    const headers = { "content-type": "application/json", "x-csrftoken": token, "was-session": session };
    const { to, links, seat, who } = JSON.parse(await this.ask("POST", "app/take-over/", headers, body));
    const { host, guest } = this;
    const forms = (this.forms ?? []).filter(({ id }) => !changes.includes(id));
    const own = await digestOf(session);
    for (const form of forms) {
      if (!at(form.path).pathname.startsWith(to) || NOT_AGAIN.test(form.path)) continue;
      if (form.from === own) await this.doAgain(form, { token, sender, guest: false });
      else if (form.from) await this.doAgain(form, { key: form.from, guest: "again" });
      else await this.doAgain(form, { key: seat.cookies[SESSION], sender: `link-${seat.link}`, guest: true });
    }
    setChanges([...changes, ...forms.map(({ id }) => id)]);
    const codes = `${to}links/`;
    for (const each of host.guests) Object.assign(each, { link: links[each.link], page: codes });
    host.close((each) => !each.link); // their links have been revoked
    const { wire, waits } = guest;
    if (former) {
      await wire.send({ type: "taken" });
      this.seat(wire, { link: links[former.link], path: former.path, page: codes });
      guest.wire = undefined; // so that stop() does not close it
    } else {
      guest.waits = undefined;
      this.awaitFormer(waits, { seat, page: codes, who, since: Date.now() });
      for (const each of host.guests) host.lost(each).catch(console.warn);
      host.former = true;
    }
    guest.stop();
    host.open();
    this.shell.begin(this.site, host, to);
  }

  // Let the former host be a guest here, over the open connection to it.
  seat(wire, { link, path, page }) {
    const connection = new GuestConnection(this.host, { link, path, page });
    this.host.guests.push(connection);
    connection.adopt(wire, wire);
  }

  // Wait for the former host. Once it comes, tell it that this phone has gone on, and where it waits for it next.
  awaitFormer(way, told) {
    if (!way) return; // this phone's page was closed meanwhile
    const { wire } = way;
    const { seat, page, who, since } = told;
    const got = async ({ type, code }) => {
      if (type === "here") this.guest.keep({ here: code });
      if (type === "hello") {
        const next = await this.guest.wait(printOf(wire.peer.remoteDescription));
        this.awaitFormer(next, told);
        wire.send({ type: "moved", who, since, here: next.code, changes: changesHere() });
      }
      if (type === "sit") {
        await wire.send({ type: "seat" }, new TextEncoder().encode(JSON.stringify(seat)).buffer);
        this.seat(wire, { ...seat, page });
      }
    };
    wire.give(MOST_BYTES, { got: (head) => got(head).catch(console.warn), changed() {} });
  }

  // Do a form that the former host has done: for this phone's owner, whose page has `token`, or for another phone in
  // the session with this key or digest. sender: who has sent it (scorekeeper.sending), if that has another name here.
  async doAgain({ path, headers, body }, { token = crypto.randomUUID().replaceAll("-", ""), key, sender, guest }) {
    const fields = new URLSearchParams(textOf(body));
    fields.set("csrfmiddlewaretoken", token);
    const by = sender && headers["sent-by"] ? { "sent-by": sender } : {};
    const answer = await this.site.ask({
      method: "POST",
      url: at(path).href,
      headers: { ...headers, ...by, ...(guest && { cookie: `${SESSION}=${key}; scorekeeper_csrf=${token}` }) },
      body: new TextEncoder().encode(fields).buffer,
      guest,
    });
    if (answer.failed || answer.status >= 400) console.warn(`${path}: ${answer.status ?? answer.failed}`);
  }
}
