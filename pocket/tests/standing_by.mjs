// Tests of the choice of a deputy, which stands by for the host of a table (shell/host.js).
import assert from "node:assert/strict";
import { test } from "node:test";

const nothing = () => {};
const globals = {
  self: globalThis,
  location: new URL("https://cards.example/pocket/"),
  document: { addEventListener: nothing, hidden: false },
  addEventListener: nothing,
  indexedDB: { open: () => ({}) },
};
for (const [name, value] of Object.entries(globals)) Object.defineProperty(globalThis, name, { value });
const { Host } = await import("../shell/host.js");

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
