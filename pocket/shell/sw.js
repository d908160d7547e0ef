// Every request of the app goes to the shell's web worker; the files of this build come from the browser's cache.
const BASE = new URL("./", self.location);
const FILES = "scorekeeper files";
const APP = new URL("app", BASE).href;
const PATIENCE = 60000; // milliseconds that an answer may take

self.addEventListener("install", (event) => {
  event.waitUntil(self.skipWaiting());
});
self.addEventListener("activate", (event) => {
  event.waitUntil(self.clients.claim());
});

const kept = async (request, path) => {
  const cache = await caches.open(FILES);
  const build = await (
    (await cache.match(new URL("current", BASE))) ?? (await cache.match(new URL("arriving", BASE)))
  )?.json();
  const entry = build?.files[path];
  return (entry && (await cache.match(new URL(`by-hash/${entry.hash}`, BASE)))) ?? fetch(request);
};

const through = (client, request) =>
  new Promise((done, failed) => {
    const { port1, port2 } = new MessageChannel();
    const giveUp = setTimeout(() => failed(new Error("no answer")), PATIENCE);
    port1.onmessage = ({ data }) => {
      clearTimeout(giveUp);
      if (data.failed) failed(new Error(data.failed));
      else done(data);
    };
    client.postMessage({ type: "request", request }, [port2, ...(request.body.byteLength ? [request.body] : [])]);
  });

const ask = async (request) => {
  const shells = (await self.clients.matchAll({ type: "window", includeUncontrolled: true })).filter(
    (each) => each.frameType === "top-level" && new URL(each.url).pathname === BASE.pathname,
  );
  const headers = Object.fromEntries(request.headers);
  const asked = {
    method: request.method,
    url: request.url,
    headers,
    body: ["GET", "HEAD"].includes(request.method) ? new ArrayBuffer(0) : await request.arrayBuffer(),
  };
  let reason = new Error("The app is not open.");
  for (const shell of shells) {
    try {
      const { status, headers: heads, body } = await through(shell, asked);
      const location = heads.find(([name]) => name.toLowerCase() === "location")?.[1];
      if (status >= 300 && status < 400 && location)
        return Response.redirect(new URL(location, request.url), status);
      return new Response([204, 205, 304].includes(status) ? null : body, { status, headers: heads });
    } catch (error) {
      reason = error;
    }
  }
  // An address of the app that is opened by itself while no shell runs: the shell shows it in its frame.
  if (request.destination === "document") return Response.redirect(`${BASE.href}#${request.url.slice(APP.length)}`);
  return new Response(String(reason.message), { status: 503, headers: { "content-type": "text/plain" } });
};

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== BASE.origin || !url.pathname.startsWith(BASE.pathname)) return;
  const path = url.pathname.slice(BASE.pathname.length);
  const top = request.mode === "navigate" && request.destination === "document";
  const inApp = path === "app" || path.startsWith("app/");
  if (inApp) event.respondWith(ask(request));
  else if (top)
    event.respondWith(kept(BASE.href, "index.html")); // not index.html itself, from which some hosts redirect
  else if (request.method !== "GET" || path === "build.json") return;
  // What the shell fetches for a newer build must not be this build's file of the same name.
  else if (request.destination === "" && request.cache === "no-cache")
    event.respondWith(fetch(request).catch(() => kept(request, path)));
  else event.respondWith(kept(request, path));
});
