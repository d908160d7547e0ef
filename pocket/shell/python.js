// The web worker with Python in it. The shell starts it and passes on the requests of the service worker.
import { loadPyodide } from "./python/pyodide.mjs"
import { mount, openStorage } from "./storage.js"

const BASE = new URL("./", self.location)
let python, storage, site
let queue = Promise.resolve()

const say = (message) => { self.postMessage(message) }

const bytes = async (path) => {
  const response = await fetch(new URL(path, BASE))
  if (!response.ok) throw new Error(`${path}: ${response.status}`)
  return new Uint8Array(await response.arrayBuffer())
}

const start = async ({ language, timezone }) => {
  const [packages, ours, opened] = await Promise.all([
    bytes("packages.zip"), bytes("site.zip"), openStorage(`scorekeeper${BASE.pathname.replaceAll("/", "-")}`),
  ])
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
  python.unpackArchive(packages, "zip", { extractDir: "/packages" })
  python.unpackArchive(ours, "zip", { extractDir: "/site" })
  say({ type: "step", step: "site" })
  site = python.runPython(`
import sys
sys.path[:0] = ["/site", "/packages", "/site/pocket/instead"]
from pocket.site import Site
Site()
`)
  await storage.commit()
}

const answer = async ({ method, url, headers, body }, port) => {
  try {
    const reply = site.answer(method, url, python.toPy(headers), new Uint8Array(body))
    const [status, heads, content] = reply.toJs()
    reply.destroy()
    await storage.commit()
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
      say({ type: "failed", error: String(error), name: error.type ?? error.name })
    })
  } else if (data.type === "request") {
    queue = queue.then(() => answer(data.request, ports[0]))
  } else if (data.type === "read") { // the whole database
    queue = queue.then(() => { ports[0].postMessage(python.FS.readFile("/data/scorekeeper.sqlite3")) })
  } else if (data.type === "replace") {
    queue = queue.then(async () => {
      site.replace(data.bytes)
      await storage.commit()
      ports[0].postMessage(true)
    })
  }
}
