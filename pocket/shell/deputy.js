// The deputy: the guest's phone that takes over the table, by choice or when the host is out of reach. While still a
// guest, it starts its own Python, and exchanges WebRTC descriptions with the other guests through the host, so that
// they can connect to it.

import { at, build, fetchBuild, files, giveUp, takeNext } from "./builds.js";
import { GuestConnection, Host } from "./host.js";
import { look } from "./screen.js";

const TOO_MANY = 429;
const PAUSE = 500; // milliseconds until the next request, if there were too many
const NOTHING = new ArrayBuffer(0);
const textOf = (body) => new TextDecoder().decode(body);

export class Deputy {
  // shell: the callbacks of shell.js, {start(build), begin(site, host, path)}
  constructor(guest, shell) {
    Object.assign(this, { guest, shell });
    this.host = new Host((request) => this.site.ask(request), look, false);
    this.turn = Promise.resolve(); // handle the host's messages one after the other
  }

  got(head, body) {
    this.turn = this.turn.then(() => this.done(head, body)).catch((error) => {
      console.warn(error);
      if (head.prepare || head.seat) this.guest.wire?.send({ type: "unable", why: String(error.message) });
    });
  }

  async done({ type, who, prepare, from, code, seat }, body) {
    if (type === "deputy") await this.meet(who);
    if (prepare) {
      await this.prepare((share) => this.guest.wire.send({ type: "progress", share }));
      this.guest.wire.send({ type: "ready" });
    }
    if (type === "spare") this.host.guests.find((each) => each.link === from)?.answered(code);
    if (type === "all" && !seat) {
      this.guest.isDeputy = true;
      await this.guest.keepCopy(JSON.stringify(JSON.parse(textOf(body)).document));
    }
    if (type === "all" && seat) await this.take(body, seat);
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

  // Fetch the build of the table and start Python. Missing files come from the host's phone, or else from the app's own
  // address. If this phone has another build of its own, the build of the table replaces it, as an update does; if that
  // build does not start, the phone goes back to its own. tell(share) gets the progress, 0 to 1.
  async prepare(tell) {
    const found = this.guest.build;
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
    try {
      this.site ??= await this.shell.start(found);
    } catch (error) {
      await giveUp();
      throw error;
    }
  }

  // Take over with the copy on this phone, unless the host is back.
  async goOn() {
    const copy = await (await (await files()).match(at("taken"))).arrayBuffer();
    await this.prepare(() => {});
    if (this.guest.isConnected) return; // the host is back
    await this.take(copy);
  }

  async ask(method, path, headers, body) {
    const answer = await this.site.ask({ method, url: at(path).href, headers, body });
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status ?? answer.failed}`);
    return textOf(answer.body);
  }

  // Take over the table. Once the copy (`body`: bytes) is saved, this phone is the host. former: the former host as a
  // guest, {link, path}; undefined if it is gone.
  async take(body, former) {
    const page = await this.ask("GET", "app/take-over/", {}, NOTHING);
    const [, token] = page.match(/name="csrfmiddlewaretoken" value="([^"]+)"/);
    const session = this.guest.jar.scorekeeper_session ?? "";
    const headers = { "content-type": "application/json", "x-csrftoken": token, "was-session": session };
    const { to, links } = JSON.parse(await this.ask("POST", "app/take-over/copy/", headers, body));
    const { host, guest } = this;
    const codes = `${to}links/`;
    for (const each of host.guests) Object.assign(each, { link: links[each.link], page: codes });
    host.close((each) => !each.link); // their links have been revoked
    const { wire } = guest;
    if (former) {
      await wire.send({ type: "taken" });
      guest.wire = undefined; // so that stop() does not close it
    }
    guest.stop();
    if (former) {
      const connection = new GuestConnection(host, { link: links[former.link], path: former.path, page: codes });
      host.guests.push(connection);
      connection.adopt(wire, wire);
    }
    host.open();
    this.shell.begin(this.site, host, to);
  }
}
