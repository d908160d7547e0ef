// Tests of seating several phones face to face (shell/camera.js), with a fake page and a fake camera.
import assert from "node:assert/strict";
import { test } from "node:test";

class Element {
  constructor() {
    Object.assign(this, { dataset: {}, children: [], textContent: "", isConnected: true, videoWidth: 1 });
    this.classList = { toggle: () => {} };
  }
  append(...children) {
    this.children.push(...children);
  }
  replaceChildren(...children) {
    this.children = children;
  }
  async play() {}
}
let seen = "";
const IDS = ["start", "progress", "what", "soft", "actions", "more"];
const places = Object.fromEntries(IDS.map((id) => [id, new Element()]));
const globals = {
  self: globalThis,
  location: new URL("https://cards.example/pocket/"),
  navigator: { language: "en", mediaDevices: { getUserMedia: async () => ({ getTracks: () => [] }) } },
  RTCPeerConnection: class {},
  BarcodeDetector: class {
    static getSupportedFormats = async () => ["qr_code"];
    detect = async () => [{ rawValue: seen }];
  },
  document: {
    documentElement: {},
    createElement: () => new Element(),
    getElementById: (id) => places[id], // the elements of shell/index.html
  },
};
for (const [name, value] of Object.entries(globals)) Object.defineProperty(globalThis, name, { value });
const { seatAll } = await import("../shell/camera.js");
const { word } = await import("../shell/words.js");

const until = async (holds) => {
  while (!holds()) await new Promise((done) => setTimeout(done, 5));
};

test("the last phone that has room is seated, and then the page says that there is none for another", async () => {
  const codes = [{ address: "first", lasts: 60_000 }];
  const next = async () => {
    if (!codes.length) throw Object.assign(new Error("no more phones"), { word: "table_full" });
    return codes.shift();
  };
  const count = seatAll(next, async () => {}, (address) => address);
  const [figure, said] = places.more.children;
  await until(() => figure.children[0] === "first");
  seen = "their code";
  await until(() => places.what.textContent !== word("face_to_face"));
  assert.equal(places.what.textContent, word("table_full"));
  assert.deepEqual(places.more.children, [said]); // neither code nor camera is shown: no other phone can be seated
  assert.equal(said.textContent, `${word("seated")}: 1`);
  assert.equal(places.actions.children.length, 1);
  places.actions.children[0].onclick();
  assert.equal(await count, 1);
});

test("the page says so if there is no next code when one expires", async () => {
  seen = "";
  const codes = [{ address: "first", lasts: 5 }];
  const next = async () => codes.shift() ?? Promise.reject(new TypeError("no network"));
  const count = seatAll(next, async () => {}, (address) => address);
  const [, said] = places.more.children;
  await until(() => places.what.textContent === word("no_new_code"));
  assert.deepEqual([places.more.children, said.textContent], [[said], ""]);
  places.actions.children[0].onclick();
  await count;
});

test("a code that comes after the end is not shown, and no other follows it", async () => {
  let arrive;
  const code = new Promise((done) => {
    arrive = done;
  });
  const count = seatAll(() => code, async () => {}, (address) => address);
  const [figure] = places.more.children;
  places.actions.children[0].onclick();
  await count;
  arrive({ address: "first", lasts: 60_000 });
  await code;
  await undefined; // seatAll, which awaits the same promise, goes on before this line
  assert.deepEqual(figure.children, []);
});

test("a phone that cannot be reached has used up its code, and the next one is shown", async () => {
  const codes = ["first", "second"].map((address) => ({ address, lasts: 60_000 }));
  const take = () => Promise.reject(new Error("not reached"));
  const count = seatAll(async () => codes.shift(), take, (address) => address);
  const [figure, said] = places.more.children;
  await until(() => figure.children[0] === "first");
  seen = "the code of a phone in another network";
  await until(() => figure.children[0] === "second");
  assert.equal(said.textContent, word("not_reached_here"));
  places.actions.children[0].onclick();
  await count;
});

test("nothing is shown over the app if there is no next code once the page was left", async () => {
  seen = "";
  let fail;
  const next = () => new Promise((_, failed) => {
    fail = failed;
  });
  const count = seatAll(next, async () => {}, (address) => address);
  places.actions.children[0].onclick();
  await count;
  places.what.textContent = "the app";
  fail(new TypeError("no network"));
  await new Promise((done) => setTimeout(done, 5));
  assert.equal(places.what.textContent, "the app");
});
