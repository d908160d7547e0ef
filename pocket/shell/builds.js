// The builds on this phone: "current" is in use, "next" was fetched meanwhile, and "former" is kept until the current
// one has started. Their files are kept by hash. If the current build does not start, sw.js goes back to the former
// one: the service worker runs even if a build's own scripts fail.

const BASE = new URL("./", self.location);
const FILES = "scorekeeper files";
const TRIES = 2; // as in sw.js: so often a build may be begun that has not started yet
const GIVEN_UP_FOR = 24 * 60 * 60 * 1000; // milliseconds: it may only have been closed before it had started

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
    throw new NoBuild(`build.json: ${error.message}`); // perhaps the page of a network that one has to sign in to
  });
  return { ...found, encoding: encoding(response) };
};

// The bytes of a file on its way, as the host sends it.
const sent = (file, how) => ({ br: file.br, gzip: file.gz })[how] ?? file.bytes;

// In this order a first start needs the files.
const FIRST = ["python/", "packages.", "site.", "tables.", "texts."];
const turn = ({ path }) => {
  const n = FIRST.findIndex((each) => path.startsWith(each));
  return n < 0 ? FIRST.length : n;
};

// A host that went back says of older files: not modified.
const fromSite = (path) => fetched(path, "reload");

// Fetches what this build needs and the cache does not hold yet; tells the bytes, and each file that has arrived: what
// Python itself fetches once the cache has it, the others with their content. Then it is the "current" or the "next".
export const fetchBuild = async (found, which, tell, arrived = () => {}, from = fromSite) => {
  const cache = await files();
  const wanted = [];
  for (const [path, file] of Object.entries(found.files)) {
    if (await cache.match(at(`by-hash/${file.hash}`))) arrived(path);
    else wanted.push({ path, file, size: sent(file, found.encoding), done: 0 });
  }
  const sum = (of) => wanted.reduce((all, each) => all + of(each), 0);
  const one = async (each) => {
    const { path, file } = each;
    const response = (await from(path, file)) ?? (await fromSite(path));
    if (!response.ok) throw new NoBuild(`${path}: ${response.status}`);
    each.size = sent(file, encoding(response));
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
  const waiting = [...wanted].sort((a, b) => turn(a) - turn(b) || b.size - a.size);
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      while (waiting.length) await one(waiting.shift());
    }),
  );
  await note(which, JSON.stringify(found));
};

// Whether this build was given up for the one before, not long ago.
const wasGivenUp = async ({ id }) => {
  const given = await build("given-up");
  return given?.id === id && Date.now() - given.at < GIVEN_UP_FOR;
};

// Fetches a newer build, if the host has one, while this one goes on with its own files. Returns whether there is one.
export const lookForUpdate = async (mine) => {
  try {
    const found = await newest();
    if (found.id === mine.id || (await wasGivenUp(found))) return false;
    await fetchBuild(found, "next", () => {});
    return true;
  } catch {
    return false; // no network, no update
  }
};

// Makes the next build the current one. It begins with the next load of the page.
export const takeNext = async () => {
  const cache = await files();
  const [current, next] = [await text("current"), await text("next")];
  if (current !== next) await note("former", current); // they are the same where this was broken off
  await note("current", next);
  await cache.delete(at("next"));
  await cache.delete(at("tries"));
};

// Notes that the current build has shown a page: the former one is deleted, and cannot take its place any more.
export const hasStarted = async () => {
  const cache = await files();
  if (!(await build("current"))) return; // the first one is still arriving
  for (const each of ["former", "tries", "arriving"]) await cache.delete(at(each));
};

// Lets go of all files that no build needs.
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

// Whether there is a former build, with which the next load of the page goes on.
export const giveUp = async () => {
  if (!(await build("former"))) return false;
  await note("tries", String(TRIES));
  return true;
};
