// The shell's access to Python: starts its worker, sends requests to it, and starts another one if it ends.
import { at } from "./builds.js";

const PATIENCE = 60000; // milliseconds without progress until a start counts as slow
export const GONE = "The worker is gone.";

// Return an SVG as PNG; a worker cannot render one.
const painted = async (body) => {
  const picture = new Image();
  picture.src = URL.createObjectURL(new Blob([body], { type: "image/svg+xml" }));
  await picture.decode();
  const canvas = Object.assign(document.createElement("canvas"), { width: picture.width, height: picture.height });
  canvas.getContext("2d").drawImage(picture, 0, 0);
  URL.revokeObjectURL(picture.src);
  const blob = await new Promise((done) => {
    canvas.toBlob(done, "image/png");
  });
  return blob.arrayBuffer();
};

const isDrawing = ([name, value]) => name.toLowerCase() === "content-type" && value === "image/png";

export class Site {
  // told: the callbacks {ready(fresh), failed(error, kept), slow(), round(begun), changed(request)}; changed: a POST of
  // this phone itself, not of a guest, has succeeded, and is answered once the returned promise has resolved
  constructor(options, told) {
    this.options = options;
    this.told = told;
    this.waiting = new Map(); // number of a request → {request, done}
    this.number = 0;
    this.started = false;
  }

  start(rescue) {
    const life = `scorekeeper ${crypto.randomUUID()}`;
    const worker = new Worker(at("python.js"), { type: "module" });
    this.worker = worker;
    this.ready = false;
    worker.onmessage = ({ data }) => {
      if (this.worker !== worker) return;
      if (data.type === "alive") navigator.locks.request(life, () => this.isGone(worker));
      else if (data.type === "answer") this.answered(data);
      else if (data.type === "round") this.told.round(data.begun);
      else if (data.type === "progress") this.watch();
      else this.watch(false);
      if (data.type === "failed") {
        this.stop();
        this.told.failed(data.error, data.kept);
      }
      if (data.type === "ready") {
        this.ready = true;
        for (const [number, { request }] of this.waiting) worker.postMessage({ type: "request", number, request });
        if (!this.started) this.told.ready(data.fresh);
        this.started = true;
      }
    };
    worker.onerror = () => this.isGone(worker); // the script could not be loaded
    worker.postMessage({ ...this.options, type: "start", rescue, life });
    this.watch();
  }

  stop() {
    this.watch(false);
    this.worker?.terminate();
    this.worker = undefined;
  }

  watch(on = true) {
    clearTimeout(this.timer);
    if (on && !this.options.arriving) this.timer = setTimeout(() => this.told.slow(), PATIENCE);
  }

  // Note that all files of a first start have been fetched: from now on the start may count as slow (PATIENCE).
  hasArrived() {
    this.options.arriving = false;
    if (this.worker && !this.ready) this.watch();
  }

  // Handle the end of this worker. If it was not ready, report that the start has failed. Otherwise start a new one,
  // which repeats open GET and HEAD requests, each once. Other open requests fail, as they may have been carried out;
  // the page sends a form again under its key.
  isGone(worker) {
    if (this.worker !== worker) return;
    const wasReady = this.ready;
    this.stop();
    if (!wasReady) {
      this.told.failed(GONE);
      return;
    }
    for (const [number, asked] of this.waiting) {
      const again = ["GET", "HEAD"].includes(asked.request.method) && !asked.again;
      asked.again = true;
      if (again) continue;
      this.waiting.delete(number);
      asked.done({ failed: "Python had to be started anew." });
    }
    this.start();
  }

  // Return the site's answer: {status, headers, body}, or {failed}.
  ask(request) {
    if (!this.worker) return Promise.resolve({ failed: "The app is open in another window." });
    return new Promise((done) => {
      const number = ++this.number;
      this.waiting.set(number, { request, done });
      if (this.ready) this.worker.postMessage({ type: "request", number, request });
    });
  }

  async answered({ number, ...answer }) {
    const asked = this.waiting.get(number);
    this.waiting.delete(number);
    if (!asked) return;
    const { method, guest } = asked.request;
    if (method === "POST" && answer.status < 400 && !guest) await this.told.changed(asked.request);
    if (answer.headers?.some(isDrawing)) {
      answer.body = await painted(answer.body);
      answer.headers = answer.headers.filter(([name]) => name.toLowerCase() !== "content-length");
    }
    asked.done(answer);
  }
}

// Make a snapshot of Python's memory in a separate worker; with it, later starts take a third of the time.
export const remember = (options) => {
  const aside = new Worker(at("python.js"), { type: "module" });
  aside.onmessage = ({ data }) => {
    if (data.type !== "remembered" && data.type !== "forgotten") return;
    aside.terminate();
    document.documentElement.dataset.memory = data.type;
  };
  aside.postMessage({ ...options, type: "remember" });
};
