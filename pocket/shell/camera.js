// Reads QR codes with this phone's camera: by the browser where it can, else by a library that is fetched only then.
import { make, show } from "./screen.js";
import { word } from "./words.js";

const EVERY = 150; // milliseconds between two looks
const WIDEST = 800; // pixels that are looked at; a code of this app has 60 modules at most

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

// Rejects where there is no camera, or it is not to be used. facing: "environment" or, face to face, "user".
const camera = (facing = "environment") =>
  navigator.mediaDevices.getUserMedia({ video: { facingMode: facing, width: { ideal: 1280 } } });

const stop = (stream) => {
  for (const track of stream.getTracks()) track.stop();
};

export const askForCamera = async () => {
  stop(await camera());
};

// Shows what the camera sees in this video element; gives the text of each code to found(), until that returns true or
// the signal ends it.
const scan = async (video, found, signal, facing) => {
  const stream = await camera(facing);
  video.classList.toggle("mirror", facing === "user");
  const read = await reader();
  video.srcObject = stream;
  try {
    await video.play();
    while (!signal.aborted && video.isConnected) {
      const text = video.videoWidth && (await read(video));
      if (text && !signal.aborted && (await found(text))) return;
      await new Promise((done) => setTimeout(done, EVERY));
    }
  } finally {
    stop(stream);
    video.srcObject = null;
  }
};

// An element that shows what the camera sees, and what begins to look, each time with the other one.
const watching = (found, signal, said, first, blind = "no_camera") => {
  const video = make("video", { muted: true, playsInline: true });
  let [facing, turn] = [undefined];
  const look = () => {
    facing = facing === undefined ? first : facing === "user" ? "environment" : "user";
    turn?.abort();
    turn = new AbortController();
    video.hidden = false;
    scan(video, found, AbortSignal.any([signal, turn.signal]), facing).catch((error) => {
      console.info(error.message); // no camera, or not for this page
      video.hidden = true;
      if (!said.textContent) said.textContent = word(blind);
    });
  };
  return [video, look];
};

// Asks for a code: the camera looks for it, and a text may be pasted. found(text) rejects what is none of these;
// settled with what it gives, or with nothing where somebody goes back.
export const readCode = (what, found) =>
  new Promise((done) => {
    const ending = new AbortController();
    const end = (result) => {
      ending.abort();
      done(result);
    };
    const said = make("p", { role: "alert" });
    let trying; // as long as a code is being tried, no other one is
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
    const field = make("input", { name: "code", autocomplete: "off", spellcheck: false });
    const onsubmit = (event) => {
      event.preventDefault();
      trying = undefined;
      tried(field.value);
    };
    const label = make("label", {}, word("paste"), field);
    const form = make("form", { onsubmit }, label, make("button", {}, word("connect")));
    show(what, "", [[word("other_camera"), look], [word("back"), () => end()]], [video, said, form]);
    look();
  });

// Connects one phone after the other, held face to face: this one shows its code and scans theirs at the same time, and
// then shows the next code by itself. next() makes a code and returns its address and how long it lasts; the promise of
// take(text) is settled when the phone with the scanned code is connected.
export const seatAll = (next, take, drawn) =>
  new Promise((done) => {
    const ending = new AbortController();
    const [figure, said] = [make("div"), make("p", { role: "status" })];
    let [count, trying, timer] = [0];
    const renew = async () => {
      clearTimeout(timer);
      const { address, lasts } = await next();
      timer = setTimeout(renew, lasts);
      figure.dataset.copy = address;
      figure.replaceChildren(drawn(address, word("code")));
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
        count += 1;
        said.textContent = `${word("seated")}: ${count}`;
        await renew();
      } catch (error) {
        console.warn(error);
        said.textContent = word(error.word ?? "not_reached");
      }
      return false;
    };
    const [video, look] = watching(found, ending.signal, said, "user", "no_camera_here");
    show(word("face_to_face"), "", [[word("done"), end], [word("other_camera"), look]], [figure, said, video]);
    look();
    renew().catch((error) => {
      said.textContent = String(error.message);
    });
  });
