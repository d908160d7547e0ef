// Connecting again after a page was closed. Each phone keeps its certificate. A phone that knows the fingerprint of
// another phone's certificate can wait for that phone, which connects by the code of the waiting one. No answer has to
// be scanned, even if the connecting phone has new addresses. For that, the connecting phone changes the ICE name and
// password in its own description, which not every browser allows.

import { at } from "./builds.js";
import { LASTING, asComer, candidatesOf, coming, described, unpack } from "./descriptions.js";

const NAME = `scorekeeper table${at("").pathname}`;
const A_YEAR = 365 * 24 * 60 * 60 * 1000; // milliseconds for which a certificate is valid; browsers may shorten it
const CHANNEL = { negotiated: true, id: 0 }; // negotiated: either side may make the offer

const promisify = (request) =>
  new Promise((done, failed) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => failed(request.error);
  });

const store = async (mode) => {
  const opening = indexedDB.open(NAME, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore("kept");
  return (await promisify(opening)).transaction("kept", mode).objectStore("kept");
};

// Return what was stored under a name, undefined for nothing. It is in IndexedDB: localStorage holds no certificates.
export const noted = async (name) => promisify((await store("readonly")).get(name));
export const note = async (name, content) => promisify((await store("readwrite")).put(content, name));

const certificate = async () => {
  const kept = await noted("certificate").catch(() => undefined);
  if (kept?.expires > Date.now()) return kept;
  const made = await RTCPeerConnection.generateCertificate({ name: "ECDSA", namedCurve: "P-256", expires: A_YEAR });
  await note("certificate", made).catch(console.warn); // not stored: it is known only until this page is closed
  return made;
};
let mine;

// Return a new peer connection with this phone's certificate, and its data channel.
export const newPeer = async () => {
  mine ??= certificate();
  const peer = new RTCPeerConnection({ iceServers: [], certificates: [await mine] });
  return { peer, channel: peer.createDataChannel("table", CHANNEL) };
};

// Begin to wait for the phone with this fingerprint; return the connection and the code by which that phone connects.
export const waitFor = async (print, setup) => {
  const { peer, channel } = await newPeer();
  const code = await described(peer, await peer.createOffer(), LASTING);
  await peer.setRemoteDescription({ type: "answer", sdp: await coming(code, print, setup) });
  return { peer, channel, code };
};

// Begin to connect to the phone that waits and has this code; return the connection and that phone's addresses.
export const comeTo = async (code, setup) => {
  const { sdp } = unpack(code, setup);
  const { peer, channel } = await newPeer();
  await peer.setRemoteDescription({ type: "offer", sdp });
  const answer = await peer.createAnswer();
  await peer.setLocalDescription({ type: "answer", sdp: await asComer(answer.sdp, code) });
  return { peer, channel, candidates: candidatesOf(sdp) };
};

// Return whether this browser allows a changed ICE name.
const tried = async () => {
  const { peer } = await newPeer();
  const { type, sdp } = await peer.createOffer();
  const wanted = sdp.replace(/^(a=ice-ufrag:).*$/m, "$1aaaaaaaa");
  try {
    await peer.setLocalDescription({ type, sdp: wanted });
    return peer.localDescription.sdp.includes("aaaaaaaa");
  } catch (error) {
    console.info(error.message);
    return false;
  } finally {
    peer.close();
  }
};
let may;
export const canCome = () => (may ??= tried());

// Add the other phone's addresses again, since browsers drop those that do not answer.
export const tryAgain = async ({ peer, candidates }) => {
  for (const candidate of candidates) await peer.addIceCandidate({ candidate, sdpMid: "0" }).catch(console.info);
};
