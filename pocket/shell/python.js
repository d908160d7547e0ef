// The web worker with Python in it. The shell starts it and passes on the requests of the service worker.
import { loadPyodide } from "./python/pyodide.mjs"
import { mount, openStorage } from "./storage.js"

const BASE = new URL("./", self.location)
let python, storage, site
const REST = 30000 // milliseconds after a save until the phone may make a copy
let queue = Promise.resolve()

const say = (message) => { self.postMessage(message) }

const bytes = async (path) => {
  const response = await fetch(new URL(path, BASE))
  if (!response.ok) throw new Error(`${path}: ${response.status}`)
  return new Uint8Array(await response.arrayBuffer())
}

// The files of a zip in which nothing is deflated, into Python's file system.
const unpack = (FS, zip, folder) => {
  const view = new DataView(zip.buffer)
  const text = new TextDecoder()
  const made = new Set()
  const end = zip.length - 22 // the record at the end; there is no comment behind it
  let at = view.getUint32(end + 16, true)
  for (let left = view.getUint16(end + 10, true); left--;) {
    const [size, name, local] = [view.getUint32(at + 24, true), view.getUint16(at + 28, true), view.getUint32(at + 42, true)]
    const path = `${folder}/${text.decode(zip.subarray(at + 46, at + 46 + name))}`
    const from = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true)
    const above = path.slice(0, path.lastIndexOf("/"))
    if (!made.has(above)) FS.mkdirTree(above)
    made.add(above)
    FS.writeFile(path, zip.subarray(from, from + size), { canOwn: true })
    at += 46 + name + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
}

// rescue: what to take instead of a database that cannot be used; "kept", or the bytes of a copy (none: begin anew).
const start = async ({ language, timezone, rescue }) => {
  const zips = Promise.all([bytes("packages.zip"), bytes("site.zip"), bytes("texts.zip")])
  const opened = await openStorage(`scorekeeper${BASE.pathname.replaceAll("/", "-")}`)
  storage = opened
  say({ type: "step", step: "python" })
  python = await loadPyodide({
    indexURL: new URL("python/", BASE).href,
    stdLibURL: new URL("python/stdlib.zip", BASE).href,
    lockFileContents: await (await fetch(new URL("python/lock.json", BASE))).json(),
    packageBaseUrl: BASE.href,
    env: {
      HOME: "/home", SCOREKEEPER_DATA: "/data", POCKET_BASE: BASE.pathname, POCKET_STATIC: "/site/hashed",
      LANGUAGE: language, TZ: timezone, PYTHONDONTWRITEBYTECODE: "1",
    },
  })
  mount(python.FS, storage.files, "/data")
  for (const [n, zip] of (await zips).entries()) unpack(python.FS, zip, n ? "/site" : "/packages")
  say({ type: "step", step: "site" })
  python.runPython(`
import sys
sys.path[:0] = ["/site", "/packages", "/site/pocket/instead"]
from pocket import files
`)
  if (rescue === "kept") python.runPython("files.rescue(None)")
  else if (rescue) python.globals.get("files").rescue(rescue)
  site = python.runPython("from pocket.site import Site; Site()")
  await storage.commit()
}

// When the newest copy that the phone has kept by itself was made, where Python has come far enough to tell.
const kept = () => {
  try { return python.runPython("(files.kept() or (0, None))[1] and files.kept()[1].isoformat()") } catch { return null }
}

let resting // the timer of the next copy
const keepLater = () => {
  resting ??= setTimeout(() => {
    resting = undefined
    queue = queue.then(async () => {
      try {
        site.keep()
        await storage.commit()
      } catch (error) { console.warn(error) } // the phone is full: the older copy stays
    })
  }, REST)
}

const answer = async ({ method, url, headers, body }, port) => {
  try {
    const reply = site.answer(method, url, python.toPy(headers), new Uint8Array(body))
    const [status, heads, content] = reply.toJs()
    reply.destroy()
    try { await storage.commit() } catch (error) {
      if (error.name !== "QuotaExceededError") throw error
      const [code, named, page] = site.full().toJs()
      port.postMessage({ status: code, headers: named, body: page.slice().buffer })
      return
    }
    if (method === "POST") keepLater()
    const buffer = content.slice().buffer
    if (heads.some(([name, value]) => name === "Content-Type" && value === "image/png")) { // a drawing until now
      self.postMessage({ type: "paint", status, headers: heads, body: buffer }, [port])
      return
    }
    port.postMessage({ status, headers: heads, body: buffer }, [buffer])
  } catch (error) {
    console.error(error)
    port.postMessage({ failed: String(error) })
  }
}

self.onmessage = ({ data, ports }) => {
  if (data.type === "start") {
    queue = start(data).then(() => { say({ type: "ready" }) }, (error) => {
      console.error(error)
      say({ type: "failed", error: String(error), name: error.type ?? error.name, kept: kept() })
    })
  } else if (data.type === "request") {
    queue = queue.then(() => answer(data.request, ports[0]))
  } else if (data.type === "read") { // the whole database
    queue = queue.then(() => { 
      const file = storage.files.get("scorekeeper.sqlite3")
      const content = new Uint8Array(file.size)
      file.read(content, 0)
      ports[0].postMessage(content)
    })
  } else if (data.type === "replace") {
    queue = queue.then(async () => {
      site.replace(data.bytes)
      await storage.commit()
      ports[0].postMessage(true)
    })
  }
}
