// The files that last: the database, its journal, the key. Python reads and writes them synchronously.
// In the origin's private file system each write goes to the phone's disk, and a flush makes it durable. Where the
// browser has none (WebKitGTK), the files are held in memory and what has changed goes into IndexedDB, all of it in
// one transaction, before an answer goes out.

export const NAMES = [
  "scorekeeper.sqlite3",
  "scorekeeper.sqlite3-journal",
  "secret_key",
  "cookies.json",
  "copied",
  "kept-1.sqlite3",
  "kept-2.sqlite3",
  "kept.json",
];
const PIECE = 16384;

class DiskFile {
  constructor(handle) {
    this.handle = handle;
  }
  get size() {
    return this.handle.getSize();
  }
  read(into, at) {
    return this.handle.read(into, { at });
  }
  write(from, at) {
    // Where there is no room, Chromium does not throw: it returns its error, -8, as an unsigned number.
    const written = this.handle.write(from, { at });
    if (written !== from.length) throw new DOMException("not everything was written", "QuotaExceededError");
    return written;
  }
  truncate(size) {
    this.handle.truncate(size);
  }
  flush() {
    this.handle.flush();
  }
}

class MemoryFile {
  constructor(size, pieces) {
    this.size = size;
    this.bytes = new Uint8Array(Math.max(PIECE, Math.ceil(size / PIECE) * PIECE));
    this.changed = new Set();
    this.resized = false;
    for (const [n, piece] of pieces) this.bytes.set(piece, n * PIECE);
  }
  room(size) {
    if (size <= this.bytes.length) return;
    const more = new Uint8Array(Math.ceil(Math.max(size, this.bytes.length * 2) / PIECE) * PIECE);
    more.set(this.bytes);
    this.bytes = more;
  }
  mark(from, to) {
    for (let n = Math.floor(from / PIECE); n * PIECE < to; n++) this.changed.add(n);
  }
  read(into, at) {
    const part = this.bytes.subarray(Math.min(at, this.size), Math.min(at + into.length, this.size));
    into.set(part);
    return part.length;
  }
  write(from, at) {
    this.room(at + from.length);
    this.bytes.set(from, at);
    this.mark(at, at + from.length);
    if (at + from.length > this.size) {
      this.size = at + from.length;
      this.resized = true;
    }
    return from.length;
  }
  truncate(size) {
    this.room(size);
    if (size < this.size) {
      this.bytes.fill(0, size, this.size);
      this.mark(size, this.size);
    }
    this.resized ||= size !== this.size;
    this.size = size;
  }
  flush() {}
}

const retried = async (action, times = 40) => {
  for (;;) {
    try {
      return await action();
    } catch (error) {
      // the worker of a tab just closed still holds it
      if (error.name !== "NoModificationAllowedError" || !times--) throw error;
      await new Promise((done) => setTimeout(done, 250));
    }
  }
};

const asked = (request) =>
  new Promise((done, failed) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => failed(request.error);
  });

const onDisk = async (folder) => {
  const root = await (await navigator.storage.getDirectory()).getDirectoryHandle(folder, { create: true });
  const files = new Map();
  for (const name of NAMES) {
    const file = await root.getFileHandle(name, { create: true });
    files.set(name, new DiskFile(await retried(() => file.createSyncAccessHandle())));
  }
  return { files, commit: async () => {} };
};

const inDatabase = async (folder) => {
  const opening = indexedDB.open(folder, 1);
  opening.onupgradeneeded = () => {
    opening.result.createObjectStore("files");
  };
  const database = await asked(opening);
  const store = database.transaction("files").objectStore("files");
  const keys = await asked(store.getAllKeys());
  const values = await asked(store.getAll());
  const found = new Map(keys.map((key, n) => [String(key), values[n]]));
  const files = new Map(
    NAMES.map((name) => [
      name,
      new MemoryFile(
        found.get(name) ?? 0,
        keys.flatMap((key, n) => (Array.isArray(key) && key[0] === name ? [[key[1], values[n]]] : [])),
      ),
    ]),
  );
  const commit = () =>
    new Promise((done, failed) => {
      const changed = [...files].filter(([, file]) => file.changed.size || file.resized);
      if (!changed.length) {
        done();
        return;
      }
      const all = database.transaction("files", "readwrite", { durability: "strict" });
      const into = all.objectStore("files");
      for (const [name, file] of changed) {
        into.put(file.size, name);
        for (const n of file.changed) {
          if (n * PIECE < file.size) into.put(file.bytes.slice(n * PIECE, (n + 1) * PIECE), [name, n]);
          else into.delete([name, n]);
        }
      }
      const written = changed.map(([, file]) => [file, file.changed, file.resized]);
      for (const [, file] of changed) {
        file.changed = new Set();
        file.resized = false;
      }
      const undone = () => {
        for (const [file, pieces, resized] of written) {
          for (const n of pieces) file.changed.add(n);
          file.resized ||= resized;
        }
        failed(all.error ?? new Error("nothing could be written"));
      };
      all.oncomplete = () => done();
      all.onabort = undone;
    });
  return { files, commit };
};

// Files for which nothing is asked to last.
export const inMemory = () => new Map(NAMES.map((name) => [name, new MemoryFile(0, [])]));

const hasDisk = () =>
  Boolean(globalThis.FileSystemFileHandle?.prototype.createSyncAccessHandle && navigator.storage?.getDirectory);

// {files: name → file, commit()}: what was written before commit() is answered outlives the browser.
export const openStorage = (folder) => (hasDisk() ? onDisk(folder) : inDatabase(folder));

// Python's memory as later starts begin with it, in one large file; only where there is the private file system. Its
// head is its length; it is written last, and is gone while a start tries the memory: one that is not whole, or with
// which a start crashed, counts as none.
const HEAD = 16; // bytes

const headOf = (length) => new Uint8Array(Uint32Array.of(length, 0, 0, 0).buffer);

const rootOf = async (folder) =>
  (await navigator.storage.getDirectory()).getDirectoryHandle(folder, { create: true });

// {content, good()}: good() is to be called after the start. Nothing where there is none, or another worker has it.
export const recall = async (folder, name) => {
  if (!hasDisk()) return undefined;
  try {
    const handle = await (await (await rootOf(folder)).getFileHandle(name)).createSyncAccessHandle();
    const length = handle.getSize() - HEAD;
    const head = new Uint8Array(HEAD);
    handle.read(head, { at: 0 });
    if (length <= 0 || String(head) !== String(headOf(length))) {
      handle.close();
      return undefined;
    }
    const content = new Uint8Array(length);
    handle.read(content, { at: HEAD });
    handle.write(headOf(0), { at: 0 });
    handle.flush();
    const good = () => {
      handle.write(head, { at: 0 });
      handle.flush();
      handle.close();
    };
    return { content, good };
  } catch {
    return undefined;
  }
};

export const forget = async (folder) => {
  if (!hasDisk()) return;
  const root = await rootOf(folder);
  for await (const name of root.keys()) {
    if (name.startsWith("memory-")) await root.removeEntry(name).catch(() => {});
  }
};

export const keepMemory = async (folder, name, content) => {
  const handle = await (
    await (await rootOf(folder)).getFileHandle(name, { create: true })
  ).createSyncAccessHandle();
  for (const [piece, at] of [
    [content, HEAD],
    [headOf(content.length), 0],
  ]) {
    if (handle.write(piece, { at }) !== piece.length) throw new DOMException(name, "QuotaExceededError");
    handle.flush();
  }
  handle.close();
};

// Puts the files into a folder of Python's file system. One that is removed there is emptied, and comes back with
// its name: SQLite takes an empty journal for none.
export const mount = (FS, files, folder) => {
  FS.mkdirTree(folder);
  const parent = FS.lookupPath(folder).node;
  const lasting = (action) => {
    try {
      return action();
    } catch (error) {
      throw new FS.ErrnoError(error.name === "QuotaExceededError" ? 51 : 29);
    } // ENOSPC, EIO
  };
  const attach = (node) => {
    const file = files.get(node.name);
    node.node_ops = {
      ...node.node_ops,
      getattr: (each) => ({ ...plain.getattr(each), size: file.size }),
      setattr: (each, attr) => {
        if (attr.size !== undefined)
          lasting(() => {
            file.truncate(attr.size);
          });
        plain.setattr(each, { ...attr, size: undefined });
      },
    };
    node.stream_ops = {
      open() {},
      close() {},
      read: (stream, buffer, offset, length, at) => {
        const into = new Uint8Array(length); // Python's memory may be shared or grow: no file system writes into it
        const got = file.read(into, at);
        buffer.set(into.subarray(0, got), offset);
        return got;
      },
      write: (stream, buffer, offset, length, at) =>
        lasting(() => file.write(buffer.slice(offset, offset + length), at)),
      llseek: (stream, offset, whence) => offset + (whence === 1 ? stream.position : whence === 2 ? file.size : 0),
      fsync: () => {
        lasting(() => {
          file.flush();
        });
        return 0;
      },
    };
    return node;
  };
  const sample = FS.createFile(parent, "sample", {}, true, true);
  const plain = sample.node_ops;
  FS.unlink(`${folder}/sample`);
  const before = parent.node_ops;
  parent.node_ops = {
    ...before,
    mknod: (above, name, mode, dev) => {
      const node = before.mknod(above, name, mode, dev);
      return files.has(name) ? attach(node) : node;
    },
    unlink: (above, name) => {
      files.get(name)?.truncate(0);
      files.get(name)?.flush();
      before.unlink(above, name);
    },
    rename: (node, above, name) => {
      if (files.has(node.name)) throw new FS.ErrnoError(63); // EPERM: it would not last
      const content = node.contents?.slice(0, node.usedBytes) ?? new Uint8Array(0);
      before.rename(node, above, name);
      const file = above === parent && files.get(name);
      if (!file) return;
      attach(node);
      lasting(() => {
        file.truncate(content.length);
        file.write(content, 0);
        file.flush();
      });
    },
  };
  for (const name of files.keys()) FS.createFile(parent, name, {}, true, true);
};
