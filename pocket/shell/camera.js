// Reading QR codes with this phone's camera: with the browser if it can; otherwise with a library, loaded only then.
import { make, show, withText } from "./screen.js";
import { word } from "./words.js";

const EVERY = 150; // milliseconds between two frames that are read
// pixels of the longer side of a frame when it is read; a code of this app has 60 modules at most
const WIDEST = 800;

const reader = async () => {
  const formats = await self.BarcodeDetector?.getSupportedFormats().catch(() => []);
  if (formats?.includes("qr_code")) {
    const own = new self.BarcodeDetector({ formats: ["qr_code"] });
    return async (video) => (await own.detect(video))[0]?.rawValue;
  }
  await import("./vendor/jsqr.js");
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("2d", { willReadFrequently: true });
  return (video) => {
    const scale = Math.min(1, WIDEST / Math.max(video.videoWidth, video.videoHeight));
    [canvas.width, canvas.height] = [video.videoWidth, video.videoHeight].map((each) => Math.round(each * scale));
    context.drawImage(video, 0, 0, canvas.width, canvas.height);
    const { data, width, height } = context.getImageData(0, 0, canvas.width, canvas.height);
    return self.jsQR(data, width, height, { inversionAttempts: "dontInvert" })?.data;
  };
};

// Return the camera's stream; reject if there is no camera, or it is not allowed. facing: "environment" (back) or
// "user" (front).
const camera = (facing = "environment") =>
  navigator.mediaDevices.getUserMedia({ video: { facingMode: facing, width: { ideal: 1280 } } });

const stop = (stream) => {
  for (const track of stream.getTracks()) track.stop();
};

export const askForCamera = async () => {
  stop(await camera());
};

// Show the camera in this video element and pass the text of each code to found(), until that resolves with true, the
// signal aborts, or the element is removed.
const scan = async (video, found, signal, facing) => {
  const stream = await camera(facing);
  try {
    video.classList.toggle("mirror", facing === "user");
    const read = await reader();
    video.srcObject = stream;
    await video.play();
    while (!signal.aborted && video.isConnected) {
      const text = video.videoWidth && (await read(video));
      if (text && !signal.aborted && (await found(text))) return;
      await new Promise((done) => setTimeout(done, EVERY));
    }
  } finally {
    stop(stream);
    if (video.srcObject === stream) video.srcObject = null; // otherwise it already shows the other camera
  }
};

// Return a video element, and a function that starts scan() with the camera `first`, "environment" or "user"; each
// further call switches to the other camera. If there is no camera or it is not allowed, hide the video and say so in
// the element `said`, unless that has a text already.
const watching = (found, signal, said, first) => {
  const video = make("video", { muted: true, playsInline: true });
  let [facing, turn] = [undefined];
  const look = () => {
    facing = facing === undefined ? first : facing === "user" ? "environment" : "user";
    turn?.abort();
    turn = new AbortController();
    video.hidden = false;
    scan(video, found, AbortSignal.any([signal, turn.signal]), facing).catch((error) => {
      if (signal.aborted) return;
      console.info(error.message); // there is no camera, or it is not allowed
      video.hidden = true;
      if (!said.textContent) said.textContent = word("no_camera");
    });
  };
  return [video, look];
};

// Return a form in which a code's text is pasted, and passed to taken().
const pasting = (taken) => {
  const field = make("input", { name: "code", autocomplete: "off", spellcheck: false });
  const onsubmit = (event) => {
    event.preventDefault();
    taken(field.value);
  };
  return make("form", { onsubmit }, make("label", {}, word("paste"), field), make("button", {}, word("connect")));
};

// Scan a code, or let its text be pasted. found(text) rejects if it is the wrong code. Resolve with what found()
// returns, or with undefined if the user goes back.
export const readCode = (what, found) =>
  new Promise((done) => {
    const ending = new AbortController();
    const end = (result) => {
      ending.abort();
      done(result);
    };
    const said = make("p", { role: "alert" });
    let trying; // the last text that was tried: the camera reads it again and again
    const tried = async (text) => {
      if (trying === text) return false;
      trying = text;
      said.textContent = word("connecting");
      try {
        end(await found(text));
        return true;
      } catch (error) {
        console.warn(error);
        said.textContent = word(error.word ?? "not_reached");
        return false;
      }
    };
    const [video, look] = watching(tried, ending.signal, said, "environment");
    const form = pasting((text) => {
      trying = undefined;
      tried(text);
    });
    show(what, "", [[word("other_camera"), look], [word("back"), () => end()]], [video, said, form]);
    look();
  });

// Connect one phone after the other, held face to face: this phone shows its code and scans theirs at the same time,
// then shows the next code. next() makes a code and returns its address and for how many milliseconds it is valid, or
// rejects: then the page only says why there is no further code. take(text) resolves when the phone with the scanned
// code is connected. Resolve with the number of phones.
export const seatAll = (next, take, drawn) =>
  new Promise((done) => {
    const ending = new AbortController();
    const [figure, said] = [make("div"), make("p", { role: "status" })];
    let [count, trying, timer] = [0];
    const seated = () => (count ? `${word("seated")}: ${count}` : "");
    const renew = async () => {
      clearTimeout(timer);
      try {
        const { address, lasts } = await next();
        if (ending.signal.aborted) return;
        timer = setTimeout(renew, lasts);
        figure.dataset.copy = address;
        figure.replaceChildren(drawn(address, word("code")));
      } catch (error) {
        console.warn(error);
        if (ending.signal.aborted) return;
        ending.abort(); // the former code is used up: there is nothing left to scan
        said.textContent = seated();
        const why = error.word ?? (self.RTCPeerConnection ? "no_new_code" : "no_rtc");
        show(word(why), "", [[word("done"), end]], [said]);
      }
    };
    const end = () => {
      clearTimeout(timer);
      ending.abort();
      done(count);
    };
    const found = async (text) => {
      if (text === trying) return false;
      trying = text;
      said.textContent = word("connecting");
      try {
        await take(text);
      } catch (error) {
        console.warn(error);
        said.textContent = word(error.word ?? "not_reached_here");
        if (!error.word) await renew(); // the scanned phone has used up the code shown here
        return false;
      }
      count += 1;
      said.textContent = seated();
      await renew();
      return false;
    };
    const [video, look] = watching(found, ending.signal, said, "user");
    const form = pasting((text) => {
      trying = undefined;
      found(text);
    });
    const text = withText(() => figure.dataset.copy, form);
    const actions = [[word("done"), end], [word("other_camera"), look]];
    show(word("face_to_face"), word("same_wifi"), actions, [figure, said, video, text]);
    look();
    renew();
  });
