// A WebRTC description as a short code and back. Of what a browser writes, two descriptions of a data channel differ
// only in the name and the password for ICE, the certificate's fingerprint and the addresses; those are about 100
// bytes.

const VERSION = 1;
const MOST = 6; // addresses
const GATHERING = 3000; // milliseconds for a phone's addresses, where the browser does not say that these are all
const [NAME, IPV4, IPV6] = [1, 4, 6]; // what an address is: a name of mDNS, or numbers
export const ID = 8; // digits, as hex, by which an answer says to which offer it belongs

export class NoCode extends Error {}

const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const unhex = (text) => text.match(/../g).map((each) => parseInt(each, 16));

const line = (sdp, name) => sdp.match(new RegExp(`^a=${name}:(.*)$`, "m"))[1].trim();

// The numbers of an IPv6 address, whose longest run of zeros is left out.
const numbers = (address) => {
  const [head, tail] = address.split("::").map((part) => part.split(":").filter(Boolean));
  const all = tail ? [...head, ...Array(8 - head.length - tail.length).fill("0"), ...tail] : head;
  return all.flatMap((each) => unhex(each.padStart(4, "0")));
};

const packedAddress = (address) => {
  if (address.endsWith(".local")) return [NAME, ...unhex(address.slice(0, -".local".length).replaceAll("-", ""))];
  return address.includes(":") ? [IPV6, ...numbers(address)] : [IPV4, ...address.split(".").map(Number)];
};

// The phone's own addresses, and the ports at which it listens for this one.
const candidates = (sdp) =>
  [...sdp.matchAll(/^a=candidate:(.*)$/gm)]
    .map(([, each]) => each.trim().split(" "))
    .filter(([, , protocol, , , , , type]) => protocol.toLowerCase() === "udp" && type === "host")
    .map(([, , , , address, port]) => ({ address, port: Number(port) }))
    .sort((one, other) => one.address.includes(":") - other.address.includes(":"))
    .slice(0, MOST);

const asText = (bytes) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_");
const asBytes = (text) => {
  if (text.length % 4 === 1) throw new NoCode("the end is missing");
  return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (each) => each.charCodeAt(0));
};

export const pack = (sdp, id) => {
  const [name, password] = ["ice-ufrag", "ice-pwd"].map((each) => new TextEncoder().encode(line(sdp, each)));
  const [kind, print] = line(sdp, "fingerprint").split(" ");
  if (kind.toLowerCase() !== "sha-256") throw new NoCode(kind);
  const found = candidates(sdp);
  return asText([
    VERSION,
    ...unhex(id),
    name.length,
    ...name,
    password.length,
    ...password,
    ...unhex(print.replaceAll(":", "")),
    found.length,
    ...found.flatMap(({ address, port }) => [...packedAddress(address), port >> 8, port & 255]),
  ]).replace(/=+$/, "");
};

// This phone's own description as a code, with all its addresses.
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

// {id, sdp} of a code, as it was typed or scanned: also of the whole address in which it stands. `setup`: who begins
// the handshake of the certificates. The host does ("active"), as soon as it knows whose answer it has taken: another
// phone that has seen its code, and whose answer nobody scans, never says a word of it ("passive").
export const unpack = (code, setup) => {
  const text = code.trim().replace(/^.*#table=/s, "");
  if (!/^[\w-]{40,600}$/.test(text)) throw new NoCode("no code");
  const bytes = asBytes(text);
  let at = 0;
  const take = (count) => {
    if (at + count > bytes.length) throw new NoCode("the end is missing");
    return bytes.slice(at, (at += count));
  };
  const word = () => {
    const found = new TextDecoder().decode(take(take(1)[0]));
    if (!/^[\w+/-]{4,64}$/.test(found)) throw new NoCode("no name");
    return found;
  };
  if (take(1)[0] !== VERSION) throw new NoCode("another version");
  const id = hex(take(ID / 2));
  const [name, password, print] = [word(), word(), take(32)];
  const lines = Array.from({ length: Math.min(take(1)[0], MOST) }, (_, n) => {
    const address = unpackedAddress(take(1)[0], take);
    const [high, low] = take(2);
    return `a=candidate:${n + 1} 1 udp ${2113937151 - n} ${address} ${high * 256 + low} typ host`;
  });
  const sdp = [
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
    `a=fingerprint:sha-256 ${hex(print).match(/../g).join(":").toUpperCase()}`,
    `a=setup:${setup}`,
    "a=mid:0",
    "a=sctp-port:5000",
    "a=max-message-size:262144",
    "",
  ].join("\r\n");
  return { id, sdp };
};
