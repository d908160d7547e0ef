// The files that last on the phone. Python writes them to its own file system; the changes are saved to IndexedDB in
// one transaction before an answer is returned.

const BASE = new URL("./", self.location);
const FOLDER = `scorekeeper${BASE.pathname.replaceAll("/", "-")}`;
const DATABASE = "scorekeeper.sqlite3";
const NAMES = [DATABASE, "secret_key", "cookies.json", "copied", "kept-1.sqlite3", "kept-2.sqlite3", "kept.json"];
const WRITER = "writer"; // key of the ID of the window that has opened the storage last: only this window may write
const PIECE = 16384; // bytes

const promisify = (request) =>
  new Promise((done, failed) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => failed(request.error);
  });

const finished = (transaction) =>
  new Promise((done, failed) => {
    transaction.oncomplete = () => done();
    transaction.onabort = () => failed(transaction.error);
  });

const connect = () => {
  const opening = indexedDB.open(FOLDER, 1);
  opening.onupgradeneeded = () => {
    opening.result.createObjectStore("files");
  };
  return promisify(opening);
};

// Throw if the browser refuses to store anything for this page.
export const canKeep = async () => {
  (await connect()).close();
};

// Return a map of the saved files: name → content. The key `name` stores a file's size, [name, n] its nth piece.
const contents = async (transaction) => {
  const store = transaction.objectStore("files");
  const [keys, values] = await Promise.all([promisify(store.getAllKeys()), promisify(store.getAll())]);
  const found = new Map();
  for (const [n, key] of keys.entries()) if (NAMES.includes(key)) found.set(key, new Uint8Array(values[n]));
  for (const [n, key] of keys.entries()) {
    const content = Array.isArray(key) && found.get(key[0]);
    const at = key[1] * PIECE;
    if (content && at < content.length) content.set(values[n].subarray(0, content.length - at), at);
  }
  return found;
};

// Return the files of earlier builds, which used the origin private file system, with SQLite's journal.
const filesOnDisk = async () => {
  const found = new Map();
  const none = (error) => {
    if (error.name !== "NotFoundError") throw error; // any other error does not mean that the file is missing
  };
  const root = await navigator.storage?.getDirectory?.().catch(() => undefined); // not supported
  const folder = await root?.getDirectoryHandle(FOLDER).catch(none);
  for (const name of folder ? [...NAMES, `${DATABASE}-journal`] : []) {
    const file = await (await folder.getFileHandle(name).catch(none))?.getFile();
    if (file) found.set(name, new Uint8Array(await file.arrayBuffer()));
  }
  return found;
};

const deleteFromDisk = async () => {
  try {
    await (await navigator.storage.getDirectory()).removeEntry(FOLDER, { recursive: true });
  } catch {
    /* already deleted, or not supported */
  }
};

// Return the database as saved on this phone; undefined if there is none.
export const savedDatabase = async () => {
  const database = await connect();
  const kept = (await contents(database.transaction("files"))).get(DATABASE);
  database.close();
  const found = kept?.length ? kept : (await filesOnDisk()).get(DATABASE);
  return found?.length ? found : undefined;
};

const differs = (one, other, from, to) => {
  for (let n = from; n < to; n++) if (one[n] !== other[n]) return true;
  return false;
};

export class Storage {
  // Read the files and register this window as the only one that may write, in one transaction. So whatever another
  // window saves is either read here, or refused there.
  static async open() {
    const storage = new Storage();
    storage.database = await connect();
    storage.writer = crypto.randomUUID();
    const all = storage.database.transaction("files", "readwrite");
    all.objectStore("files").put(storage.writer, WRITER);
    [storage.written] = await Promise.all([contents(all), finished(all)]);
    const isHere = storage.written.get(DATABASE)?.length;
    storage.taken = isHere ? new Map() : await filesOnDisk();
    if (isHere) await deleteFromDisk();
    return storage;
  }

  // Write the files to a folder of Python's file system.
  fill(FS, folder) {
    Object.assign(this, { FS, folder, seen: new Map() });
    FS.mkdirTree(folder);
    for (const name of NAMES) FS.writeFile(`${folder}/${name}`, this.written.get(name) ?? new Uint8Array());
    for (const [name, content] of this.taken) FS.writeFile(`${folder}/${name}`, content);
  }

  // Reset these files in Python's file system to what was last saved.
  takeBack(names = NAMES) {
    for (const name of names) this.FS.writeFile(`${this.folder}/${name}`, this.written.get(name) ?? new Uint8Array());
  }

  // Return the content of a file, empty if there is no file; undefined if neither size nor time has changed since the
  // last call. If the file was written in the very millisecond of that call, its time proves nothing: then return its
  // content again.
  look(name) {
    const path = `${this.folder}/${name}`;
    if (!this.FS.analyzePath(path).exists) return new Uint8Array();
    const { mtime, size } = this.FS.stat(path);
    const now = Date.now();
    const before = this.seen.get(name);
    if (before && before.size === size && before.mtime === mtime.getTime() && before.mtime < before.at)
      return undefined;
    this.seen.set(name, { size, mtime: mtime.getTime(), at: now });
    return this.FS.readFile(path);
  }

  // Save what Python has written. Once the promise resolves, it lasts even if the browser is closed.
  async commit() {
    const changed = new Map();
    for (const name of NAMES) {
      const content = this.look(name);
      if (content) changed.set(name, content);
    }
    if (!changed.size) return;
    try {
      await this.write(changed);
    } catch (error) {
      this.seen.clear();
      throw error;
    }
    for (const [name, content] of changed) this.written.set(name, content);
  }

  async write(changed) {
    const transaction = () => this.database.transaction("files", "readwrite", { durability: "strict" });
    let all;
    try {
      all = transaction();
    } catch {
      this.database = await connect(); // iOS closes the connection of a page in the background
      all = transaction();
    }
    await new Promise((done, failed) => {
      let reason;
      all.oncomplete = () => done();
      all.onabort = () => failed(reason ?? all.error ?? new Error("nothing could be written"));
      const store = all.objectStore("files");
      store.get(WRITER).onsuccess = ({ target }) => {
        if (target.result !== this.writer) {
          reason = new Error("The app is open in another window.");
          all.abort();
          return;
        }
        try {
          for (const [name, content] of changed) this.put(store, name, content);
        } catch (error) {
          reason = error;
          all.abort();
        }
      };
    });
  }

  put(store, name, content) {
    const before = this.written.get(name) ?? new Uint8Array();
    if (content.length !== before.length || !this.written.has(name)) store.put(content.length, name);
    for (let at = 0, n = 0; at < Math.max(content.length, before.length); at += PIECE, n++) {
      const end = Math.min(at + PIECE, content.length);
      if (at >= content.length) store.delete([name, n]);
      else if (end > before.length || differs(content, before, at, end))
        store.put(content.slice(at, end), [name, n]);
    }
  }

  // Return the database as it is in Python's file system.
  read() {
    return this.FS.readFile(`${this.folder}/${DATABASE}`);
  }
}
