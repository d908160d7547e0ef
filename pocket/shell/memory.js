// A snapshot of Python's memory after a start, without any data of this phone: with it, later starts take a third of
// the time. Pyodide makes and loads snapshots by internal options, which any version may change. So only this file uses
// them, and a snapshot is deleted if it cannot be loaded, or if the last start with it did not finish.

const MEMORY = "scorekeeper memory";
const PAGE = 65536; // bytes of a page of WebAssembly memory

const tried = (name) => `${name}-tried`;
const at = (name) => new URL(name, new URL("./", self.location));

// Return the snapshot of this name and note that a start with it begins; undefined if there is none. If isGood() was
// not called after the last attempt, delete it and return undefined.
export const recall = async (name) => {
  const cache = await caches.open(MEMORY);
  const kept = await cache.match(at(name));
  if (!kept) return undefined;
  if (await cache.match(at(tried(name)))) {
    await forget();
    return undefined;
  }
  await cache.put(at(tried(name)), new Response(""));
  return new Uint8Array(await kept.arrayBuffer());
};

// Note that a start with this snapshot has succeeded.
export const isGood = async (name) => {
  await (await caches.open(MEMORY)).delete(at(tried(name)));
};

export const forget = async () => {
  const cache = await caches.open(MEMORY);
  const here = at("").href;
  for (const request of await cache.keys()) if (request.url.startsWith(here)) await cache.delete(request);
};

// Store a snapshot of a Python that was loaded with `toKeep`, and delete all other snapshots.
export const keep = async (name, python) => {
  await forget();
  await (await caches.open(MEMORY)).put(at(name), new Response(python.makeMemorySnapshot()));
};

export const toKeep = { _makeSnapshot: true };

// Return the options with which Pyodide starts from this snapshot.
export const beginningWith = (memory) => ({
  _loadSnapshot: memory,
  createPyodideModule: async (settings) => {
    const { default: create } = await import("./python/pyodide.asm.mjs");
    const { instantiateWasm } = settings;
    const larger = (imports, then) =>
      instantiateWasm(imports, (instance, module) => {
        const missing = memory.length - instance.exports.memory.buffer.byteLength;
        if (missing > 0) instance.exports.memory.grow(Math.ceil(missing / PAGE));
        then(instance, module);
      });
    return create({ ...settings, instantiateWasm: larger });
  },
});
