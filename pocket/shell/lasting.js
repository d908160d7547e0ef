// Connecting again after a page was closed. Each phone keeps its certificate. A phone that knows the fingerprint of the
// other's certificate can wait for it, and the other connects by the code of the waiting phone; no answer has to be
// scanned, even if the other has new addresses. For that it changes the ICE name and password in its own description,
// which not every browser allows.

import { at } from "./builds.js";
import { LASTING, asComer, candidatesOf, coming, described, unpack } from "./descriptions.js";

const NAME = `scorekeeper table${at("").pathname}`;
const A_YEAR = 365 * 24 * 60 * 60 * 1000; // milliseconds that a certificate lasts, at most
const CHANNEL = { negotiated: true, id: 0 }; // both make it: either side may offer

const asked = (request) =>
  new Promise((done, failed) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => failed(request.error);
  });

const store = async (mode) => {
  const opening = indexedDB.open(NAME, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore("kept");
  return (await asked(opening)).transaction("kept", mode).objectStore("kept");
};

// What is noted under a name; not in localStorage, which keeps no certificate.
export const noted = async (name) => asked((await store("readonly")).get(name));
export const note = async (name, content) => asked((await store("readwrite")).put(content, name));

const certificate = async () => {
  const kept = await noted("certificate").catch(() => undefined);
  if (kept?.expires > Date.now()) return kept;
  const made = await RTCPeerConnection.generateCertificate({ name: "ECDSA", namedCurve: "P-256", expires: A_YEAR });
  await note("certificate", made).catch(console.warn); // then this page alone is known again
  return made;
};
let mine;

// A connection to be, of this phone.
export const newPeer = async () => {
  mine ??= certificate();
  const peer = new RTCPeerConnection({ iceServers: [], certificates: [await mine] });
  return { peer, channel: peer.createDataChannel("table", CHANNEL) };
};

// Waits for the phone with this fingerprint, which comes by the code.
export const waitFor = async (print, setup) => {
  const { peer, channel } = await newPeer();
  const code = await described(peer, await peer.createOffer(), LASTING);
  await peer.setRemoteDescription({ type: "answer", sdp: await coming(code, print, setup) });
  return { peer, channel, code };
};

// Comes to the phone whose code it is.
export const comeTo = async (code, setup) => {
  const { sdp } = unpack(code, setup);
  const { peer, channel } = await newPeer();
  await peer.setRemoteDescription({ type: "offer", sdp });
  const answer = await peer.createAnswer();
  await peer.setLocalDescription({ type: "answer", sdp: await asComer(answer.sdp, code) });
  return { peer, channel, candidates: candidatesOf(sdp) };
};

// Whether this browser lets it come so.
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

// Names the other's addresses to the browser again, which forgets those that do not answer.
export const tryAgain = async ({ peer, candidates }) => {
  for (const candidate of candidates) await peer.addIceCandidate({ candidate, sdpMid: "0" }).catch(console.info);
};
