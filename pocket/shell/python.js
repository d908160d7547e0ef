// The web worker in which Python runs. site.js starts it and sends it requests.
import { loadPyodide } from "./python/pyodide.mjs";
import { hasStarted } from "./builds.js";
import { beginningWith, forget, isGood, keep, recall, toKeep } from "./memory.js";
import { Storage } from "./storage.js";

const BASE = new URL("./", self.location);
const FILES = "scorekeeper files";
const REST = 30000; // milliseconds after a form until a copy is made, if one is due
const COPIES = ["kept-1.sqlite3", "kept-2.sqlite3", "kept.json"]; // as in pocket/files.py
const ZIPS = { packages: "/packages", site: "/site", tables: "/site", texts: "/site" }; // archive → its folder
const NOTHING = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0); // the smallest valid WebAssembly module
let python, storage, site;
let queue = Promise.resolve();

// Return the name of the snapshot, with everything that Python's memory depends on apart from this phone's data.
const memoryName = ({ build, language, timezone }) =>
  `memory-${[build.id, language, timezone.replaceAll("/", "-")].join("-")}`;

const say = (message) => {
  self.postMessage(message);
};

// Path of a file of a first start → a promise with its resolvers; it resolves once the shell has fetched the file.
const arrivals = new Map();
const arrival = (path) => {
  if (!arrivals.has(path)) arrivals.set(path, Promise.withResolvers());
  return arrivals.get(path);
};

// Return access to the files of this build: there(path) waits until a file is cached; content(path) returns its bytes
// as soon as they are here.
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

// Load Python and unpack the site's files.
const load = async ({ build, language, timezone }, files, more = {}) => {
  await Promise.all(
    Object.keys(build.files)
      .filter((path) => path.startsWith("python/"))
      .map(files.there),
  );
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
    ...more,
  });
  say({ type: "progress" });
  for (const [name, folder] of Object.entries(ZIPS))
    loaded.unpackArchive(await files.content(`${name}.zip`), "zip", { extractDir: folder });
  loaded.runPython(`
import gc, sys
gc.disable() # until Python has started: collections would find hardly anything to free
sys.path[:0] = [path for path in ("/site", "/packages", "/site/pocket/shims") if path not in sys.path]
`);
  say({ type: "progress" });
  return loaded;
};

// Return whether Python still answers; after some errors Pyodide refuses all further calls.
const isAlive = () => {
  try {
    return python.runPython("True");
  } catch {
    return false;
  }
};

// Start the site. Return whether it began without a snapshot: because of `rescue`, or because no snapshot could be
// loaded. rescue: undefined to use the saved database; otherwise what replaces it: "kept" for the newest undamaged
// copy, or the bytes of a backup. An empty array stands for a database without data.
const start = async (options) => {
  const { build, rescue, page } = options;
  await WebAssembly.instantiate(NOTHING).catch((error) => {
    throw new Error(`WebAssembly: ${error}`);
  });
  const files = await filesOf(build);
  storage = await Storage.open();
  const name = memoryName(options);
  let memory = rescue ? undefined : await recall(name).catch(() => undefined);
  if (memory) {
    try {
      python = await load(options, files, beginningWith(memory));
    } catch (error) {
      console.warn(error);
      memory = undefined;
      await forget().catch(() => {});
    }
  }
  python ??= await load(options, files);
  arrivals.clear();
  storage.fill(python.FS, "/data");
  python.runPython("from pocket import files");
  if (rescue === "kept") python.runPython("files.rescue(None)");
  else if (rescue) python.globals.get("files").rescue(rescue);
  site = python.runPython("from pocket.site import Site; Site()");
  // Save nothing if this build cannot show a page: the former build then finds its database unchanged.
  const shown = site.answer("GET", page, python.toPy({}), new Uint8Array());
  const [status] = shown.toJs();
  shown.destroy();
  if (status >= 500) throw new Error(`${status}: ${page}`);
  python.runPython("gc.freeze(); gc.enable()");
  await hasStarted(); // before the commit: no former build may find tables that it does not know
  await storage.commit();
  await isGood(name).catch(() => {});
  return !memory;
};

// Start a second Python without any data of this phone and store a snapshot of its memory.
const remember = async (options) => {
  const files = await filesOf(options.build);
  python = await load(options, files, toKeep);
  python.FS.mkdirTree("/data");
  python.runPython("from pocket.site import warm_up; warm_up(); gc.collect(); gc.freeze()");
  await keep(memoryName(options), python);
};

// Return when the newest undamaged automatic copy was made; null if there is none, or Python has not started that far.
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
        storage.takeBack(COPIES); // the phone is full: drop the new copy, or each later save would fail too
      }
    });
  }, REST);
};

// Tell the shell when the latest unfinished round was begun, after the requests that already wait.
const tellRound = () => {
  queue = queue
    .then(() => {
      say({ type: "round", begun: site.unfinished() });
    })
    .catch(console.warn);
};

const answer = async (number, { method, url, headers, body, guest = false }) => {
  try {
    const reply = site.answer(method, url, python.toPy(headers), new Uint8Array(body), guest);
    let [status, heads, content] = reply.toJs();
    reply.destroy();
    try {
      await storage.commit();
    } catch (error) {
      if (error.name !== "QuotaExceededError") throw error;
      site.close(); // the phone is full: do not show what could not be saved
      storage.takeBack();
      if (method === "POST") [status, heads, content] = site.full(python.toPy(headers), guest).toJs();
    }
    const buffer = content.slice().buffer;
    self.postMessage({ type: "answer", number, status, headers: heads, body: buffer }, [buffer]);
    if (method === "POST") {
      tellRound();
      keepLater();
    }
  } catch (error) {
    console.error(error);
    say({ type: "answer", number, failed: String(error) });
    if (!isAlive()) self.close();
  }
};

self.onmessage = ({ data, ports }) => {
  if (data.type === "start") {
    // The browser releases this lock when the worker ends, for whatever reason; site.js waits for that.
    navigator.locks.request(data.life, () => {
      say({ type: "alive" });
      return new Promise(() => {});
    });
    queue = start(data).then(
      (fresh) => {
        say({ type: "ready", fresh });
      },
      (error) => {
        console.error(error);
        say({ type: "failed", error: String(error), kept: newestCopy() });
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
        await forget();
        say({ type: "forgotten" });
      },
    );
  } else if (data.type === "request") {
    queue = queue.then(() => answer(data.number, data.request));
  } else if (data.type === "read") {
    queue = queue.then(() => {
      ports[0].postMessage(storage.read());
    });
  } else if (data.type === "replace") {
    queue = queue.then(async () => {
      site.replace(data.bytes);
      await storage.commit();
      ports[0].postMessage(true);
    });
  }
};
