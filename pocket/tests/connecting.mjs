// Tests of the codes and messages that connect two phones, without a browser: node --test connecting.mjs
import assert from "node:assert/strict";
import { test } from "node:test";

import { NoCode, pack, unpack } from "../shell/descriptions.js";
import { PIECE, Wire } from "../shell/wire.js";

const PRINT = Array.from({ length: 32 }, (_, n) => (n * 7).toString(16).padStart(2, "0").toUpperCase()).join(":");
const SDP = [
  "v=0",
  "m=application 9 UDP/DTLS/SCTP webrtc-datachannel",
  "a=candidate:1 1 udp 2113937151 2001:db8::5:0:1 50001 typ host generation 0",
  "a=candidate:2 1 udp 2113937151 192.168.1.20 50002 typ host generation 0",
  "a=candidate:3 1 udp 2113937151 0a1b2c3d-0011-2233-4455-66778899aabb.local 50003 typ host",
  "a=candidate:4 1 tcp 1518280447 192.168.1.20 9 typ host tcptype active",
  "a=candidate:5 1 udp 1677729535 203.0.113.7 50004 typ srflx raddr 0.0.0.0 rport 0",
  "a=ice-ufrag:Ab+/",
  "a=ice-pwd:abcdefghijklmnopqrstuvwx",
  `a=fingerprint:sha-256 ${PRINT}`,
  "",
].join("\r\n");
const ID = "0102feff";

test("a description comes back from its code, with this phone's own addresses", () => {
  const code = pack(SDP, ID);
  assert.ok(code.length < 170, code.length);
  const { id, sdp } = unpack(` https://cards.example/pocket/#table=${code}\n`, "actpass");
  assert.equal(id, ID);
  for (const line of ["a=ice-ufrag:Ab+/", "a=ice-pwd:abcdefghijklmnopqrstuvwx", `a=fingerprint:sha-256 ${PRINT}`])
    assert.ok(sdp.includes(`\r\n${line}\r\n`), line);
  const found = [...sdp.matchAll(/^a=candidate:\d 1 udp \d+ (\S+) (\d+) typ host$/gm)].map(([, ...each]) => each);
  assert.deepEqual(found, [
    ["192.168.1.20", "50002"],
    ["0a1b2c3d-0011-2233-4455-66778899aabb.local", "50003"],
    ["2001:0db8:0000:0000:0000:0005:0000:0001", "50001"],
  ]);
});

const every = (count, what) => (code) => code.replace(new RegExp(`.{${count}}`, "g"), `$&${what}`);
const AROUND = {
  "nothing": (code) => code,
  "an address": (code) => `https://cards.example/pocket/#table=${code}`,
  "an escaped address": (code) => `https://safe.example/?url=https%3A%2F%2Fcards.example%2F%23table%3D${code}&data=5`,
  "a mail": (code) => `Hi Ben,\nhere is my code 2 join: ${code}\n\n-- \nSent from my phone 15`,
  "quotes": (code) => `„${code}“`,
  "brackets": (code) => `<https://cards.example/#table=${code}>`,
  "marks of a chat": (code) => `[20:15, 26.11.2026] Ben: *_${code}_*`,
  "marks of direction": (code) => `\u200f\u2068${code}\u2069`,
  "lines of a mail": every(76, "\r\n"),
  "short lines": every(20, "\n"),
  "lines that were answered": (code) => `> ${every(30, "\n> ")(code)}`,
  "lines as they are sent": every(70, "=\r\n"),
  "lines with a space as they are sent": every(70, "=20\r\n"),
  "spaces": every(4, " "),
  "hard spaces": every(4, "\u00a0"),
  "nothing that is seen": every(10, "\u200b"),
  "hyphens": every(9, "-\n"),
  "soft hyphens": every(9, "\u00ad"),
  "what HTML puts between": every(11, "&#8203;<wbr>"),
  "escaped spaces": every(25, "%20%E2%80%8B"),
  "the code again": (code) => `${code}\n${code}`,
  "half a code before it": (code) => `${code.slice(0, 50)} ${code}`,
};
for (const [what, put] of Object.entries(AROUND))
  test(`a code is found with ${what} around or in it`, () => {
    const code = pack(SDP, ID);
    assert.deepEqual(unpack(put(code), "active"), unpack(code, "active"));
  });

test("whatever else is typed is no code", () => {
  const code = pack(SDP, ID);
  const wrong = ["", "hello", "#table=", "http://cards.example/", "x".repeat(700), "0".repeat(700)];
  for (let cut = 1; cut < code.length; cut++) wrong.push(code.slice(0, cut), code.slice(cut));
  for (let tries = 0; tries < 300; tries++) {
    const at = Math.floor(Math.random() * code.length);
    const letter = "AQaz0123"[tries % 8];
    if (letter !== code[at]) wrong.push(code.slice(0, at) + letter + code.slice(at + 1));
  }
  for (const each of wrong) assert.throws(() => unpack(each, "active"), NoCode, each);
  const long = `${"A mail of an evening, with 1000 words. ".repeat(500)}${code}`;
  assert.equal(unpack(long, "active").id, ID);
});

// Return the two ends of a data channel that delivers each piece at once.
const channels = () => {
  const ends = [new EventTarget(), new EventTarget()];
  for (const [n, end] of ends.entries())
    Object.assign(end, {
      readyState: "open",
      bufferedAmount: 0,
      send: (piece) => ends[1 - n].onmessage({ data: piece.slice().buffer }),
      close() {
        this.readyState = "closed";
      },
    });
  return ends;
};
const wires = (most) => {
  const [one, other] = channels();
  const got = [];
  const from = new Wire({}, one, most, { got() {} });
  const to = new Wire({}, other, most, { got: (...message) => got.push(message) });
  return { from, to, got };
};

test("a large answer comes whole, in pieces that a browser takes", async () => {
  const { from, got } = wires(1e6);
  const body = new Uint8Array(5e5).map((_, n) => n % 251);
  const sizes = [];
  const { send } = from.channel;
  from.channel.send = (piece) => {
    sizes.push(piece.length);
    send(piece);
  };
  await Promise.all([from.send({ number: 1, what: "groß" }, body.buffer), from.send({ number: 2 })]);
  assert.ok(Math.max(...sizes) < 16384);
  const lengths = got.map(([head, content]) => [head.number, content.byteLength]).sort();
  assert.deepEqual(lengths, [[1, 5e5], [2, 0]]);
  const large = got.find(([head]) => head.number === 1);
  assert.equal(large[0].what, "groß");
  assert.deepEqual(new Uint8Array(large[1]), body);
});

test("who sends more than is allowed, or what is no message, is cut off", async () => {
  const piece = (number, last, size) => {
    const made = new Uint8Array(5 + size);
    new DataView(made.buffer).setUint32(0, number);
    made[4] = last;
    return made;
  };
  const all = {
    "too large": (from) => from.send({}, new ArrayBuffer(2e5)),
    "too many at once": (from) => Array.from({ length: 20 }, (_, n) => from.channel.send(piece(n, 0, PIECE))),
    "in crumbs": (from) => from.channel.send(piece(1, 0, 1)),
    "no head": (from) => from.channel.send(piece(1, 1, 50)),
    empty: (from) => from.channel.send(new Uint8Array(0)),
  };
  for (const [name, send] of Object.entries(all)) {
    const { from, to } = wires(name === "too many at once" ? 1e6 : 1e5);
    await send(from);
    assert.equal(to.isOpen, false, name);
  }
  const { from, to, got } = wires(1e5);
  // More bytes in all are allowed, as each message is complete before the next one begins
  for (let n = 0; n < 10; n++) await from.send({ n }, new ArrayBuffer(5e4));
  assert.equal(got.length, 10);
  assert.ok(to.isOpen);
});
