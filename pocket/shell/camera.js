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

// Rejects where there is no camera, or it is not to be used.
const camera = () =>
  navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment", width: { ideal: 1280 } } });

const stop = (stream) => {
  for (const track of stream.getTracks()) track.stop();
};

export const askForCamera = async () => {
  stop(await camera());
};

// Shows what the camera sees in this video element; gives the text of each code to found(), until that returns true or
// the signal ends it.
const scan = async (video, found, signal) => {
  const stream = await camera();
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
    const video = make("video", { muted: true, playsInline: true });
    const field = make("input", { name: "code", autocomplete: "off", spellcheck: false });
    const onsubmit = (event) => {
      event.preventDefault();
      trying = undefined;
      tried(field.value);
    };
    const label = make("label", {}, word("paste"), field);
    const form = make("form", { onsubmit }, label, make("button", {}, word("connect")));
    show(what, "", [[word("back"), () => end()]], [video, said, form]);
    scan(video, tried, ending.signal).catch((error) => {
      console.info(error.message); // no camera, or not for this page
      video.remove();
      if (!said.textContent) said.textContent = word("no_camera");
    });
  });
