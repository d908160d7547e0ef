// WebRTC descriptions as short codes. Two descriptions of a data channel differ only in the ICE name and password, the
// certificate's fingerprint and the addresses; these take about 100 bytes.

const VERSION = 2;
const MOST = 6; // addresses
const GATHERING = 3000; // milliseconds to wait for ICE candidates, if the browser does not report the last one
const [NAME, IPV4, IPV6] = [1, 4, 6]; // kinds of address; NAME: an mDNS name
export const ID = 8; // hex digits; an answer has the ID of its offer
export const LASTING = "0".repeat(ID); // the ID of a code by which a known phone connects

// word: the name of the message in words.js
export class NoCode extends Error {
  word = "no_code";
}
export class OtherCode extends NoCode {
  word = "wrong_code";
}

const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const unhex = (text) => text.match(/../g).map((each) => parseInt(each, 16));

const line = (sdp, name) => sdp.match(new RegExp(`^a=${name}:(.*)$`, "m"))[1].trim();

// Return the bytes of an IPv6 address, whose longest run of zeros may be shortened to "::".
const numbers = (address) => {
  const [head, tail] = address.split("::").map((part) => part.split(":").filter(Boolean));
  const all = tail ? [...head, ...Array(8 - head.length - tail.length).fill("0"), ...tail] : head;
  return all.flatMap((each) => unhex(each.padStart(4, "0")));
};

const packedAddress = (address) => {
  if (address.endsWith(".local")) return [NAME, ...unhex(address.slice(0, -".local".length).replaceAll("-", ""))];
  return address.includes(":") ? [IPV6, ...numbers(address)] : [IPV4, ...address.split(".").map(Number)];
};

// Return the phone's own addresses and UDP ports in a description: MOST at most, IPv6 last.
const candidates = (sdp) =>
  [...sdp.matchAll(/^a=candidate:(.*)$/gm)]
    .map(([, each]) => each.trim().split(" "))
    .filter(([, , protocol, , , , , type]) => protocol.toLowerCase() === "udp" && type === "host")
    .map(([, , , , address, port]) => ({ address, port: Number(port) }))
    .sort((one, other) => one.address.includes(":") - other.address.includes(":"))
    .slice(0, MOST);

// A code consists of letters and digits only, eleven for eight bytes, so that whatever a mail, a chat or a browser puts
// around or into it can be removed. The first two bytes are the version and the size, the last two a checksum.
const LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const BASE = BigInt(LETTERS.length);
const [BLOCK, HEAD, CHECK] = [8, 2, 2]; // bytes
const LONGEST = 20000; // characters of a text that are searched for a code
const lengthOf = (bytes) => Math.ceil((bytes * 8) / Math.log2(LETTERS.length));
const checkOf = (bytes) => {
  const sum = bytes.reduce((all, byte) => (all * 31 + byte) % 65521, 1);
  return [sum >> 8, sum & 255];
};

const asText = (content) => {
  const bytes = [VERSION, HEAD + content.length + CHECK, ...content];
  bytes.push(...checkOf(bytes));
  let text = "";
  for (let at = 0; at < bytes.length; at += BLOCK) {
    const block = bytes.slice(at, at + BLOCK);
    let number = BigInt(`0x${hex(block)}`);
    let letters = "";
    for (let n = lengthOf(block.length); n; n--, number /= BASE) letters = LETTERS[number % BASE] + letters;
    text += letters;
  }
  return text;
};

// Return the `size` bytes that the first of these letters encode; undefined if they encode none.
const blockOf = (letters, size) => {
  const all = [...letters.slice(0, lengthOf(size))];
  const number = all.reduce((sum, each) => sum * BASE + BigInt(LETTERS.indexOf(each)), 0n).toString(16);
  if (all.length < lengthOf(size) || number.length > 2 * size) return undefined;
  return unhex(number.padStart(2 * size, "0"));
};

// Return the content of the code with which these letters begin; undefined if they begin with none.
const contentOf = (letters) => {
  const bytes = blockOf(letters, BLOCK);
  if (bytes?.[0] !== VERSION) return undefined;
  const size = bytes[1];
  for (let at = lengthOf(BLOCK); bytes.length < size; at += lengthOf(BLOCK)) {
    const block = blockOf(letters.slice(at), Math.min(BLOCK, size - bytes.length));
    if (!block) return undefined;
    bytes.push(...block);
  }
  const check = bytes.splice(-CHECK);
  return String(checkOf(bytes)) === String(check) ? bytes.slice(HEAD) : undefined;
};

// Return the letters and digits of a text that may belong to a code, without escape sequences of other characters.
const lettersOf = (text) =>
  text
    .slice(0, LONGEST)
    .replace(/(%[0-9a-f]{2})+/gi, (escaped) => {
      try {
        return decodeURIComponent(escaped);
      } catch {
        return "";
      }
    })
    .replace(/&#?\w+;|<w?br *\/?>|=(?:[0-9A-F]{2})?\r?\n/gi, "")
    .replace(/[^0-9A-Za-z]/g, "");

// Return the content of the first code in a text; throw NoCode if there is none.
const found = (text) => {
  const letters = lettersOf(text);
  for (let at = 0; at < letters.length; at++) {
    const content = contentOf(letters.slice(at, at + lengthOf(255 + BLOCK)));
    if (content) return content;
  }
  throw new NoCode("no code");
};

// Return the first code in a text, without what is around it; throw NoCode if there is none.
export const codeIn = (text) => asText(found(text));

export const pack = (sdp, id) => {
  const [name, password] = ["ice-ufrag", "ice-pwd"].map((each) => new TextEncoder().encode(line(sdp, each)));
  const [kind, print] = line(sdp, "fingerprint").split(" ");
  if (kind.toLowerCase() !== "sha-256") throw new NoCode(kind);
  const places = candidates(sdp);
  return asText([
    ...unhex(id),
    name.length,
    ...name,
    password.length,
    ...password,
    ...unhex(print.replaceAll(":", "")),
    places.length,
    ...places.flatMap(({ address, port }) => [...packedAddress(address), port >> 8, port & 255]),
  ]);
};

// Set this as the local description. Return it as a code once its addresses are known, after GATHERING at most.
export const described = async (peer, description, id) => {
  const all = new Promise((done) => {
    peer.onicecandidate = ({ candidate }) => candidate ?? done();
    setTimeout(done, GATHERING);
  });
  await peer.setLocalDescription(description);
  await all;
  return pack(peer.localDescription.sdp, id);
};

const unpackedAddress = (kind, take) => {
  if (kind === IPV4) return [...take(4)].join(".");
  const all = hex(take(16));
  if (kind === IPV6) return all.match(/.{4}/g).join(":");
  if (kind === NAME) return `${all.replace(/(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-")}.local`;
  throw new NoCode("an address of another kind");
};

const sdpOf = ({ name, password, print }, setup, lines = []) =>
  [
    "v=0",
    "o=- 1 1 IN IP4 0.0.0.0",
    "s=-",
    "t=0 0",
    "a=group:BUNDLE 0",
    "m=application 9 UDP/DTLS/SCTP webrtc-datachannel",
    "c=IN IP4 0.0.0.0",
    ...lines,
    `a=ice-ufrag:${name}`,
    `a=ice-pwd:${password}`,
    "a=ice-options:trickle",
    `a=fingerprint:sha-256 ${print.match(/../g).join(":").toUpperCase()}`,
    `a=setup:${setup}`,
    "a=mid:0",
    "a=sctp-port:5000",
    "a=max-message-size:262144",
    "",
  ].join("\r\n");

// Return {id, print, sdp} of the first code in a text. print: the certificate's fingerprint. `setup` is the DTLS role
// of the phone that made the code: the host is "active" and begins the handshake, but only after it has scanned the
// guest's answer. So another phone that has seen the host's code, but whose answer nobody scans, cannot connect.
export const unpack = (code, setup) => {
  const bytes = found(code);
  let at = 0;
  const take = (count) => {
    if (at + count > bytes.length) throw new NoCode("the end is missing");
    return bytes.slice(at, (at += count));
  };
  const word = () => {
    const text = new TextDecoder().decode(Uint8Array.from(take(take(1)[0])));
    if (!/^[\w+/-]{4,64}$/.test(text)) throw new NoCode("no name");
    return text;
  };
  const id = hex(take(ID / 2));
  const [name, password, print] = [word(), word(), hex(take(32))];
  const lines = Array.from({ length: Math.min(take(1)[0], MOST) }, (_, n) => {
    const address = unpackedAddress(take(1)[0], take);
    const [high, low] = take(2);
    return `a=candidate:${n + 1} 1 udp ${2113937151 - n} ${address} ${high * 256 + low} typ host`;
  });
  return { id, print, sdp: sdpOf({ name, password, print }, setup, lines) };
};

export const candidatesOf = (sdp) => sdp.match(/candidate:.*/g) ?? [];

// Return the fingerprint in a description, as hex.
export const printOf = ({ sdp }) => line(sdp, "fingerprint").split(" ")[1].replaceAll(":", "").toLowerCase();

// Return the ICE name and password of a phone that connects by a stored code. They are derived from the code, so that
// the phone needs no code of its own.
const comer = async (code) => {
  const digest = await crypto.subtle.digest("SHA-256", Uint8Array.from(found(code)));
  const letters = hex([...new Uint8Array(digest)]);
  return { name: letters.slice(0, 8), password: letters.slice(8, 40) };
};

// Return the description of the phone with this fingerprint that connects by a stored code.
export const coming = async (code, print, setup) => sdpOf({ ...(await comer(code)), print }, setup);

// Return this phone's own description with the ICE name and password that are derived from a stored code.
export const asComer = async (sdp, code) => {
  const { name, password } = await comer(code);
  return sdp.replace(/^(a=ice-ufrag:).*$/m, `$1${name}`).replace(/^(a=ice-pwd:).*$/m, `$1${password}`);
};
