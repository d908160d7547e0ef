// Every request of the app goes to the shell, which passes it to its web worker or, on a guest's phone, to the host of
// the table. The files of this build come from the cache.
const BASE = new URL("./", self.location);
const FILES = "scorekeeper files";
const APP = new URL("app", BASE).href;
const PATIENCE = 60000; // milliseconds to wait for an answer
// The content type follows from the file's extension: a web server may not know all of these.
const TYPES = {
  css: "text/css",
  html: "text/html",
  js: "text/javascript",
  json: "application/json",
  mjs: "text/javascript",
  png: "image/png",
  svg: "image/svg+xml",
  wasm: "application/wasm",
  webmanifest: "application/manifest+json",
};
const TRIES = 2; // how often a build may fail to start, if there is a former one

self.addEventListener("install", (event) => {
  event.waitUntil(self.skipWaiting());
});
self.addEventListener("activate", (event) => {
  event.waitUntil(self.clients.claim());
});

const at = (path) => new URL(path, BASE);

// The content security policy of pages from another phone, whatever policy it sends: only scripts of this address may
// run.
const GUEST = [
  "default-src 'none'",
  `script-src ${at("static/")}`,
  `style-src ${at("static/")}`,
  "img-src 'self' blob:",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'self'",
].join("; ");

const kept = async (request, path) => {
  const cache = await caches.open(FILES);
  const build = await ((await cache.match(at("current"))) ?? (await cache.match(at("arriving"))))?.json();
  const entry = build?.files[path];
  return (entry && (await typed(cache, entry, path))) ?? (await fileForGuest(cache, request, path));
};

const typeOf = (path) => TYPES[path.split(".").at(-1)];

const withType = (answer, path) => {
  const type = typeOf(path);
  if (!answer?.ok || !type || answer.headers.get("content-type")?.startsWith(type)) return answer;
  return new Response(answer.body, { headers: { "content-type": type } });
};

// Return a cached file. If the web server sent a wrong content type, correct it in the cache: browsers keep compiled
// code only for a response that is returned unchanged from the cache.
const typed = async (cache, { hash }, path) => {
  const place = at(`by-hash/${hash}`);
  const found = await cache.match(place);
  const mended = withType(found, path);
  if (mended !== found) await cache.put(place, mended.clone());
  return mended;
};

// Return a file that this phone's own build lacks; a guest may have no build at all. Files of the shell come from the
// site or, without a network, from the cache. Files of static/ come from the cache; if it lacks one, from the host of
// the table; if that has none with the right hash, from the site. Files with the right hash are cached. A file that is
// not in the site's build.json ("table") comes from the site.
const fileForGuest = async (cache, request, path) => {
  const entry = (await (await cache.match(at("table")))?.json())?.files[path];
  if (!entry) return withType(await fetch(request), path);
  const place = at(`by-hash/${entry.hash}`);
  const mine = await typed(cache, entry, path);
  const isShell = !path.startsWith("static/");
  if (mine && !isShell) return mine;
  const answer = await (isShell ? fetch(request).catch(() => mine) : fromTable(entry.hash).catch(() => fetch(request)));
  if (!answer?.ok) return answer ?? Response.error();
  const content = await answer.arrayBuffer();
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", content));
  const type = { headers: { "content-type": typeOf(path) ?? "" } };
  if ([...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("").startsWith(entry.hash))
    await cache.put(place, new Response(content, type));
  else if (!isShell) return fetch(request);
  return new Response(content, type);
};

const shells = async () =>
  (await self.clients.matchAll({ type: "window", includeUncontrolled: true })).filter(
    (each) => each.frameType === "top-level" && new URL(each.url).pathname === BASE.pathname,
  );

const fromTable = async (hash) => {
  for (const each of await shells()) {
    const { status, headers, body } = await sendTo(each, { type: "file", hash });
    if (status === 200) return new Response(body, { headers });
  }
  throw new Error("no table has it");
};

// Return the page of the current build. If that build has failed to start TRIES times and there is a former one, first
// make the former one current again.
const shell = async () => {
  const cache = await caches.open(FILES);
  const former = await cache.match(at("former"));
  if (former) {
    const tries = Number((await (await cache.match(at("tries")))?.text()) ?? 0);
    if (tries < TRIES) await cache.put(at("tries"), new Response(String(tries + 1)));
    else {
      const given = await (await cache.match(at("current"))).json();
      await cache.put(at("given-up"), Response.json({ id: given.id, at: Date.now() }));
      await cache.put(at("current"), former);
      await cache.delete(at("former"));
      await cache.delete(at("tries"));
    }
  }
  return kept(BASE.href, "index.html"); // not /index.html, which some hosts redirect
};

const sendTo = (client, message) =>
  new Promise((done, failed) => {
    const { port1, port2 } = new MessageChannel();
    const giveUp = setTimeout(() => failed(new Error("no answer")), PATIENCE);
    port1.onmessage = ({ data }) => {
      clearTimeout(giveUp);
      if (data.failed) failed(new Error(data.failed));
      else done(data);
    };
    client.postMessage(message, [port2]);
  });

const ask = async (request) => {
  const headers = Object.fromEntries(request.headers);
  const asked = {
    method: request.method,
    url: request.url,
    headers,
    body: ["GET", "HEAD"].includes(request.method) ? new ArrayBuffer(0) : await request.arrayBuffer(),
  };
  for (const each of await shells()) {
    try {
      const { status, headers: heads, body, guest } = await sendTo(each, { type: "request", request: asked });
      const location = heads.find(([name]) => name.toLowerCase() === "location")?.[1];
      if (status >= 300 && status < 400 && location)
        return Response.redirect(new URL(location, request.url), status);
      const answer = new Response([204, 205, 304].includes(status) ? null : body, { status, headers: heads });
      if (guest) answer.headers.set("content-security-policy", GUEST);
      return answer;
    } catch (error) {
      console.info(error.message);
    }
  }
  // Open an address of the app in the shell, if no shell has answered.
  if (request.destination === "document") return Response.redirect(`${BASE.href}#${request.url.slice(APP.length)}`);
  if (request.destination !== "iframe") return Response.error(); // as without a network; the page sends forms again
  return page(UNANSWERED);
};

// The pages for a request of the app that was not answered, and for an app that the browser has deleted.
const UNANSWERED = [
  [
    "The score pad didn’t answer.",
    "What was saved is still there. Check whether your last step is, too.",
    "Continue",
  ],
  [
    "Der Block hat nicht geantwortet.",
    "Was gespeichert war, ist noch da. Schau nach, ob dein letzter Schritt dabei ist.",
    "Weiter",
  ],
];
const CLEARED = [
  [
    "The browser has cleared the score pad from this phone.",
    "It needs a network once to load it again. Games that are still here come back with it.",
    "Try again",
  ],
  [
    "Der Browser hat den Block von diesem Handy gelöscht.",
    "Um ihn neu zu laden, braucht er einmal Netz. Spiele, die noch hier sind, kommen mit ihm zurück.",
    "Noch einmal versuchen",
  ],
];

const page = async (words) => {
  const chosen = await (await (await caches.open(FILES)).match(at("language")))?.text();
  const german = (chosen ?? self.navigator.language).startsWith("de");
  const [what, soft, again] = words[german ? 1 : 0];
  const content = `<!doctype html>
<html lang="${german ? "de" : "en"}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Scorekeeper</title>
<link rel="stylesheet" href="${at("shell.css")}">
<main><p>${what}</p><p id="soft">${soft}</p><p id="actions"><a id="go-on" href="">${again}</a></p></main>
</html>`;
  return new Response(content, { status: 503, headers: { "content-type": "text/html; charset=utf-8" } });
};

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== BASE.origin || !url.pathname.startsWith(BASE.pathname)) return;
  const path = url.pathname.slice(BASE.pathname.length);
  const top = request.mode === "navigate" && request.destination === "document";
  const inApp = path === "app" || path.startsWith("app/");
  if (inApp) event.respondWith(ask(request));
  else if (top && (path === "" || path === "index.html")) event.respondWith(shell().catch(() => page(CLEARED)));
  else if (top) event.respondWith(Response.redirect(`${BASE.href}#nothing-here`));
  else if (request.method !== "GET" || path === "build.json") return;
  // For a newer build the shell bypasses the cache: do not return this build's file of the same name.
  else if (request.destination === "" && ["reload", "no-cache"].includes(request.cache))
    event.respondWith(fetch(request).catch(() => kept(request, path)));
  else event.respondWith(kept(request, path));
});
