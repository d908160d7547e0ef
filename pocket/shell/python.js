// The web worker with Python in it. The shell starts it and passes on the requests of the service worker.
import { loadPyodide } from "./python/pyodide.mjs";
import { forget, inMemory, keepMemory, mount, openStorage, recall } from "./storage.js";

const BASE = new URL("./", self.location);
const FILES = "scorekeeper files";
const FOLDER = `scorekeeper${BASE.pathname.replaceAll("/", "-")}`;
let python, storage, site;
const REST = 30000; // milliseconds after a save until the phone may make a copy
let queue = Promise.resolve();

// What Python's memory depends on beside the phone's own files.
const memoryName = ({ build, language, timezone }) =>
  `memory-${[build.id, language, timezone.replaceAll("/", "-")].join("-")}`;

const say = (message) => {
  self.postMessage(message);
};

const arrivals = new Map(); // of the files of a first start: path → what is settled once the shell has it
const arrival = (path) => {
  if (!arrivals.has(path)) arrivals.set(path, Promise.withResolvers());
  return arrivals.get(path);
};

// The files of this build: there(path) waits until the cache has it; content(path) gives it as soon as it is there.
const filesOf = async (build) => {
  const cache = await caches.open(FILES);
  const kept = (path) => cache.match(new URL(`by-hash/${build.files[path].hash}`, BASE));
  const there = async (path) => {
    if (!(await kept(path))) await arrival(path).promise;
  };
  const content = async (path) => {
    const found = await kept(path);
    return new Uint8Array(found ? await found.arrayBuffer() : await arrival(path).promise);
  };
  return { there, content };
};

// The files of a zip in which nothing is deflated, into Python's file system.
const unpack = (FS, zip, folder) => {
  const view = new DataView(zip.buffer);
  const text = new TextDecoder();
  const made = new Set();
  const end = zip.length - 22; // the record at the end; there is no comment behind it
  let at = view.getUint32(end + 16, true);
  for (let left = view.getUint16(end + 10, true); left--;) {
    const [size, name, local] = [
      view.getUint32(at + 24, true),
      view.getUint16(at + 28, true),
      view.getUint32(at + 42, true),
    ];
    const path = `${folder}/${text.decode(zip.subarray(at + 46, at + 46 + name))}`;
    const from = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
    const above = path.slice(0, path.lastIndexOf("/"));
    if (!made.has(above)) FS.mkdirTree(above);
    made.add(above);
    FS.writeFile(path, zip.subarray(from, from + size), { canOwn: true });
    at += 46 + name + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
};

// Python, without our modules or with all that is in this memory. Where `to_be_kept`, its memory can be kept.
const load = async ({ build, language, timezone }, files, memory, to_be_kept) => {
  await Promise.all(
    Object.keys(build.files)
      .filter((path) => path.startsWith("python/"))
      .map(files.there),
  );
  const { default: create } = await import("./python/pyodide.asm.mjs");
  const loaded = await loadPyodide({
    indexURL: new URL("python/", BASE).href,
    stdLibURL: new URL("python/stdlib.zip", BASE).href,
    lockFileContents: JSON.parse(new TextDecoder().decode(await files.content("python/lock.json"))),
    packageBaseUrl: BASE.href,
    env: {
      HOME: "/home",
      SCOREKEEPER_DATA: "/data",
      POCKET_BASE: BASE.pathname,
      POCKET_STATIC: "/site/hashed",
      LANGUAGE: language,
      TZ: timezone,
      PYTHONDONTWRITEBYTECODE: "1",
    },
    _makeSnapshot: to_be_kept,
    _loadSnapshot: memory,
    createPyodideModule: (settings) => {
      const { instantiateWasm } = settings;
      settings.instantiateWasm = (imports, then) =>
        instantiateWasm(imports, (instance, module) => {
          const missing = (memory?.length ?? 0) - instance.exports.memory.buffer.byteLength;
          if (missing > 0) instance.exports.memory.grow(Math.ceil(missing / 65536));
          then(instance, module);
        });
      return create(settings);
    },
  });
  // lets go of `memory`
  Object.assign(loaded._api.config, { _loadSnapshot: undefined, createPyodideModule: undefined });
  return loaded;
};

// The site's modules, unless they are in its memory already, and what it reads as files.
const furnish = async ({ FS, runPython }, files, remembered) => {
  const zips = ["packages.zip", "texts.zip"].map(files.content);
  const modules = remembered ? [] : ["packages", "site", "tables"].map((name) => files.content(`${name}.modules`));
  for (const [n, folder] of ["/packages", "/site"].entries()) unpack(FS, await zips[n], folder);
  if (remembered) return;
  for (const [n, path] of ["/packages/modules", "/site/modules", "/site/tables"].entries()) {
    FS.writeFile(path, await modules[n], { canOwn: true });
  }
  runPython(`
import gc, sys
gc.disable() # until the start is over: hardly anything is let go of in it
sys.path[:0] = ["/site", "/packages", "/site/pocket/instead"]
import importer
importer.install("/packages/modules", "/site/modules", "/site/tables")
`);
};

// rescue: what to take instead of a database that cannot be used; "kept", or the bytes of a copy (none: begin anew).
const start = async (options) => {
  const { build, rescue } = options;
  const files = await filesOf(build);
  storage = await openStorage(FOLDER);
  const name = memoryName(options);
  let kept = await recall(FOLDER, name);
  if (kept) {
    try {
      python = await load(options, files, kept.content);
    } catch (error) {
      console.warn(error);
      kept = undefined;
    }
  }
  python ??= await load(options, files);
  mount(python.FS, storage.files, "/data");
  await furnish(python, files, kept);
  arrivals.clear();
  python.runPython("from pocket import files");
  if (rescue === "kept") python.runPython("files.rescue(None)");
  else if (rescue) python.globals.get("files").rescue(rescue);
  site = python.runPython("from pocket.site import Site; Site()");
  python.runPython("gc.freeze(); gc.enable()");
  await storage.commit();
  kept?.good();
  return !kept;
};

// Keeps Python's memory as it is after a start without anything of this phone in it.
const remember = async (options) => {
  const files = await filesOf(options.build);
  await forget(FOLDER);
  const python = await load(options, files, undefined, true);
  mount(python.FS, inMemory(), "/data");
  await furnish(python, files);
  python.runPython("from pocket.site import rehearse; rehearse(); gc.collect(); gc.freeze()");
  await keepMemory(FOLDER, memoryName(options), python.makeMemorySnapshot());
};

// When the newest copy that the phone has kept by itself was made, where Python has come far enough to tell.
const newestCopy = () => {
  try {
    return python.runPython("(files.kept() or (0, None))[1] and files.kept()[1].isoformat()");
  } catch {
    return null;
  }
};

let resting; // the timer of the next copy
const keepLater = () => {
  resting ??= setTimeout(() => {
    resting = undefined;
    queue = queue.then(async () => {
      try {
        site.keep();
        await storage.commit();
      } catch (error) {
        console.warn(error);
      } // the phone is full: the older copy stays
    });
  }, REST);
};

const answer = async ({ method, url, headers, body }, port) => {
  try {
    const reply = site.answer(method, url, python.toPy(headers), new Uint8Array(body));
    const [status, heads, content] = reply.toJs();
    reply.destroy();
    try {
      await storage.commit();
    } catch (error) {
      if (error.name !== "QuotaExceededError") throw error;
      const [code, named, page] = site.full().toJs();
      port.postMessage({ status: code, headers: named, body: page.slice().buffer });
      return;
    }
    if (method === "POST") {
      say({ type: "round", begun: site.unfinished() });
      keepLater();
    }
    const buffer = content.slice().buffer;
    if (heads.some(([name, value]) => name === "Content-Type" && value === "image/png")) {
      // a drawing until now
      self.postMessage({ type: "paint", status, headers: heads, body: buffer }, [port]);
      return;
    }
    port.postMessage({ status, headers: heads, body: buffer }, [buffer]);
  } catch (error) {
    console.error(error);
    port.postMessage({ failed: String(error) });
  }
};

self.onmessage = ({ data, ports }) => {
  if (data.type === "start") {
    queue = start(data).then(
      (fresh) => {
        say({ type: "ready", fresh });
      },
      (error) => {
        console.error(error);
        say({ type: "failed", error: String(error), name: error.type ?? error.name, kept: newestCopy() });
      },
    );
  } else if (data.type === "arrived") {
    arrival(data.path).resolve(data.content);
  } else if (data.type === "remember") {
    remember(data).then(
      () => {
        say({ type: "remembered" });
      },
      async (error) => {
        console.warn(error);
        await forget(FOLDER);
        say({ type: "forgotten" });
      },
    );
  } else if (data.type === "request") {
    queue = queue.then(() => answer(data.request, ports[0]));
  } else if (data.type === "read") {
    // the whole database
    queue = queue.then(() => {
      const file = storage.files.get("scorekeeper.sqlite3");
      const content = new Uint8Array(file.size);
      file.read(content, 0);
      ports[0].postMessage(content);
    });
  } else if (data.type === "replace") {
    queue = queue.then(async () => {
      site.replace(data.bytes);
      await storage.commit();
      ports[0].postMessage(true);
    });
  }
};
