// The builds on this phone: "current" is in use, "next" was fetched in the meantime, and "former" is kept until the
// current one has started. Their files are cached by hash. If the current build does not start, sw.js goes back to the
// former one: the service worker runs even if a build's own scripts fail.

const BASE = new URL("./", self.location);
const FILES = "scorekeeper files";
const TRIES = 2; // how often a build may fail to start, as in sw.js
// Milliseconds for which a build that was given up is not fetched again. After that it gets another chance: perhaps the
// page was only closed too early.
const GIVEN_UP_FOR = 24 * 60 * 60 * 1000;

export class NoNetwork extends Error {}
export class NoBuild extends Error {}

export const at = (path) => new URL(path, BASE);
export const files = () => caches.open(FILES);
export const build = async (which) => (await (await files()).match(at(which)))?.json();

const text = async (which) => (await (await files()).match(at(which)))?.text();
const note = async (which, content) => {
  await (await files()).put(at(which), new Response(content));
};

const fetched = (path, cache) =>
  fetch(at(path), { cache }).catch(() => {
    throw new NoNetwork(path);
  });

const encoding = (response) => response.headers.get("content-encoding") ?? "";

export const newest = async () => {
  const response = await fetched("build.json", "no-store");
  if (!response.ok) throw new NoBuild(`build.json: ${response.status}`);
  const found = await response.json().catch((error) => {
    throw new NoBuild(`build.json: ${error.message}`); // perhaps the sign-in page of a captive portal
  });
  return { ...found, encoding: encoding(response) };
};

// Return the size of a file in bytes with this content encoding.
const transferSize = (file, how) => ({ br: file.br, gzip: file.gz })[how] ?? file.bytes;

// the order in which a first start needs the files
const FIRST = ["python/", "packages.", "site.", "tables.", "texts."];
const priority = ({ path }) => {
  const n = FIRST.findIndex((each) => path.startsWith(each));
  return n < 0 ? FIRST.length : n;
};

// Bypass the HTTP cache: a web server that went back to an older build would answer 304 for a newer cached file.
const fromSite = (path) => fetched(path, "reload");

// Fetch the files of this build that the cache lacks, then store the build as `which` ("current" or "next"). tell(done,
// total) reports bytes. arrived(path, content) reports each file: with its bytes as soon as they are here, or without
// content once it is cached. The latter is for files that were in the cache before, and for those that Python fetches
// from there (python/, except lock.json). from(path, file) returns a Response from another source, or undefined: then
// the file comes from the site. Throw NoNetwork or NoBuild if a file cannot be fetched.
export const fetchBuild = async (found, which, tell, arrived = () => {}, from = fromSite) => {
  const cache = await files();
  const wanted = [];
  for (const [path, file] of Object.entries(found.files)) {
    if (await cache.match(at(`by-hash/${file.hash}`))) arrived(path);
    else wanted.push({ path, file, size: transferSize(file, found.encoding), done: 0 });
  }
  const sum = (of) => wanted.reduce((all, each) => all + of(each), 0);
  const one = async (each) => {
    const { path, file } = each;
    const response = (await from(path, file)) ?? (await fromSite(path));
    if (!response.ok) throw new NoBuild(`${path}: ${response.status}`);
    each.size = transferSize(file, encoding(response));
    const counted = response.body.pipeThrough(
      new TransformStream({
        transform(piece, controller) {
          each.done += piece.length / file.bytes;
          tell(
            sum(({ done, size }) => done * size),
            sum(({ size }) => size),
          );
          controller.enqueue(piece);
        },
      }),
    );
    const content = await new Response(counted).arrayBuffer().catch(() => {
      throw new NoNetwork(path);
    });
    const digest = [...new Uint8Array(await crypto.subtle.digest("SHA-256", content))]
      .map((byte) => byte.toString(16).padStart(2, "0"))
      .join("");
    if (!digest.startsWith(file.hash)) throw new NoBuild(path);
    const kept = new Response(content, { headers: { "content-type": response.headers.get("content-type") ?? "" } });
    const handed = !path.startsWith("python/") || path === "python/lock.json";
    if (handed) arrived(path, content);
    await cache.put(at(`by-hash/${file.hash}`), kept);
    if (!handed) arrived(path);
  };
  const waiting = [...wanted].sort((a, b) => priority(a) - priority(b) || b.size - a.size);
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      while (waiting.length) await one(waiting.shift());
    }),
  );
  await note(which, JSON.stringify(found));
};

// Return whether this build was given up within the last day.
const wasGivenUp = async ({ id }) => {
  const given = await build("given-up");
  return given?.id === id && Math.abs(Date.now() - given.at) < GIVEN_UP_FOR; // a wrong clock may have been far ahead
};

// If the web server has another build than `mine`, fetch it as "next"; return whether this succeeded. A build that was
// given up within the last day is not fetched.
export const lookForUpdate = async (mine) => {
  try {
    const found = await newest();
    if (found.id === mine.id || (await wasGivenUp(found))) return false;
    await fetchBuild(found, "next", () => {});
    return true;
  } catch {
    return false; // no network, or no complete build
  }
};

// Make the next build the current one. It is used from the next load of the page on.
export const takeNext = async () => {
  const cache = await files();
  const [current, next] = [await text("current"), await text("next")];
  // A guest's phone without the app has no current build; the two are equal if this function was interrupted before.
  if (current && current !== next) await note("former", current);
  await note("current", next);
  await cache.delete(at("next"));
  await cache.delete(at("tries"));
};

// Note that the current build has shown a page, and forget the former one.
export const hasStarted = async () => {
  const cache = await files();
  if (!(await build("current"))) return; // the first build is still being fetched
  for (const each of ["former", "tries", "arriving"]) await cache.delete(at(each));
};

// Delete cached files that neither the current build nor the next one needs.
export const sweep = async () => {
  const cache = await files();
  if (!(await build("current"))) return;
  const builds = (await Promise.all(["current", "next"].map(build))).filter(Boolean);
  const held = new Set(
    builds.flatMap((each) => Object.values(each.files).map(({ hash }) => at(`by-hash/${hash}`).href)),
  );
  for (const request of await cache.keys())
    if (request.url.startsWith(at("by-hash/").href) && !held.has(request.url)) await cache.delete(request);
};

// If there is a former build, let the next load of the page go back to it. Return whether there is one.
export const giveUp = async () => {
  if (!(await build("former"))) return false;
  await note("tries", String(TRIES));
  return true;
};
