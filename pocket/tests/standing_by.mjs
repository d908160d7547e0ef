// Tests of the deputy, which stands by for the host of a table: how it is chosen (shell/host.js), and which build it
// uses (shell/deputy.js). Also tests of which guests a host waits for.
import assert from "node:assert/strict";
import { test } from "node:test";

const nothing = () => {};
const kept = new Map(); // address → text
const cache = {
  match: async (url) => (kept.has(url.href) ? new Response(kept.get(url.href)) : undefined),
  put: async (url, response) => kept.set(url.href, await response.text()),
  delete: async (url) => kept.delete(url.href),
};
const globals = {
  self: globalThis,
  location: new URL("https://cards.example/pocket/"),
  document: { addEventListener: nothing, hidden: false, documentElement: {} },
  addEventListener: nothing,
  indexedDB: { open: () => ({}) },
  navigator: { language: "en" },
  localStorage: { getItem: (name) => kept.get(name) ?? null, setItem: (name, value) => kept.set(name, value) },
  caches: { open: async () => cache },
};
for (const [name, value] of Object.entries(globals)) Object.defineProperty(globalThis, name, { value });
const { GuestConnection, Host } = await import("../shell/host.js");
const { Deputy } = await import("../shell/deputy.js");
const { at, hasStarted } = await import("../shell/builds.js");

const SETTLED = 700; // milliseconds
const pause = (time) =>
  new Promise((done) => {
    setTimeout(done, time);
  });

test("a guest that only watches stands by for nobody, whatever it says", async () => {
  const links = [
    { pk: 1, role: 1 },
    { pk: 2, role: 2 },
    { pk: 3, role: 2 },
  ];
  const body = new TextEncoder().encode(JSON.stringify({ document: { links } })).buffer;
  const host = new Host(async () => ({ status: 200, body }), nothing);
  const [watcher, scorer, third] = links.map(({ pk }) => {
    const told = [];
    const wire = { send: (head) => told.push(head) };
    return { link: pk, page: "/pocket/app/g/abc/links/", isConnected: true, wire, told };
  });
  host.guests.push(watcher, scorer, third);
  host.ofDeputies(watcher, { type: "able" });
  await pause(SETTLED);
  host.ofDeputies(watcher, { type: "spare", to: 3, code: "mine" });
  host.ofDeputies(watcher, { type: "able" });
  host.ofDeputies(scorer, { type: "able" });
  await pause(4 * SETTLED);
  assert.deepEqual(watcher.told, []);
  assert.deepEqual(third.told, []);
  assert.deepEqual([...new Set(scorer.told.map(({ type }) => type))], ["deputy", "all"]);
  host.ofDeputies(scorer, { type: "spare", to: 3, code: "there" });
  assert.deepEqual(third.told, [{ type: "spare", code: "there" }]);
});

const [MINE, THEIRS] = ["mine", "theirs"].map((id) => ({ id, files: {} }));
const noted = () => Object.fromEntries([...kept].map(([url, text]) => [url.slice(at("").href.length), text]));
const deputyOf = (own, start) => {
  kept.clear();
  if (own) kept.set(at("current").href, JSON.stringify(own));
  return new Deputy({ build: THEIRS }, { start });
};
const fails = () => Promise.reject(new Error("it does not start"));
const starts = () => hasStarted(); // as Python does when it has shown a page

test("a phone goes back to the build of its own where the build of the table does not start", async () => {
  await assert.rejects(deputyOf(MINE, fails).prepare(nothing), /it does not start/);
  assert.deepEqual(noted(), { current: JSON.stringify(THEIRS), former: JSON.stringify(MINE), tries: "2" });
});

test("a phone whose own build is that of the table has no other one to go back to", async () => {
  await assert.rejects(deputyOf(THEIRS, fails).prepare(nothing));
  assert.deepEqual(noted(), { current: JSON.stringify(THEIRS) });
});

test("a phone without the app keeps the build of the table, whether it starts or not", async () => {
  for (const start of [fails, starts]) {
    await deputyOf(undefined, start).prepare(nothing).catch(nothing);
    assert.deepEqual(noted(), { current: JSON.stringify(THEIRS) });
  }
});

test("where the build of the table starts, it is the phone's own from then on", async () => {
  await deputyOf(MINE, starts).prepare(nothing);
  assert.deepEqual(noted(), { current: JSON.stringify(THEIRS) });
});

test("who left long ago is not missed, nor anybody while another phone is here", async () => {
  const host = new Host(nothing, nothing, false);
  const [now, minute, hour] = [Date.now(), 60_000, 3_600_000];
  host.known = [
    { link: 1, at: now, lost: now - 9000 },
    { link: 2, at: now - 5 * hour, lost: now - 2 * hour },
    { link: 3, at: now - 5 * hour, lost: now - minute },
    { link: 4, at: now, isOut: true },
    { link: 5, at: now - 20 * hour },
  ];
  host.resume().catch(nothing);
  assert.deepEqual(host.awaited.map(({ link }) => link), [3]);
  host.guests[0].wire = { isOpen: true };
  assert.deepEqual(host.awaited, []);
});

test("since when a guest is out of reach is remembered, from its first moment", () => {
  const host = new Host(nothing, nothing, false);
  host.known = [{ link: 1 }, { link: 2 }];
  const wire = { isOpen: true, send: nothing, give: (_, told) => Object.assign(wire, told) };
  const way = { wire, peer: { close: nothing } };
  const guest = Object.assign(new GuestConnection(host, host.known[0]), { ways: [way], greet: async () => {} });
  guest.watch(way).catch(nothing);
  wire.changed();
  assert.equal(host.known[0].lost, undefined);
  wire.isOpen = false;
  wire.changed();
  const { lost } = host.known[0];
  assert.ok(Math.abs(lost - Date.now()) < 60_000);
  guest.lost -= 1;
  wire.changed();
  assert.deepEqual(host.known.map((each) => each.lost), [lost - 1, undefined]);
});

test("codes that nobody has scanned take no phone's place at the table", async () => {
  const host = new Host(nothing, nothing, false);
  host.begun = Promise.resolve();
  const peer = { close: nothing, connectionState: "new" };
  const add = (link, more = {}) => {
    const guest = Object.assign(new GuestConnection(host, { link }), { ways: [{ peer }], ...more });
    host.guests.push(guest);
    return guest;
  };
  const seated = { wire: { isOpen: true, peer, send: nothing } };
  for (let link = 1; link <= 9; link++) add(link, seated);
  const [first, connecting, last] = [10, 11, 12].map((link) => add(link));
  connecting.ways[0] = { peer, isTaken: true };
  GuestConnection.prototype.offer = async () => "a code";
  await host.invite(13, "/join/a/", "/g/a/links/");
  assert.ok(!host.guests.includes(first)); // its code was the oldest
  for (const each of [connecting, last]) assert.ok(host.guests.includes(each));
  for (const each of [connecting, last, host.guests.at(-1)]) Object.assign(each, seated);
  await assert.rejects(host.invite(14, "/join/b/", "/g/a/links/"), /no more phones/);
});
