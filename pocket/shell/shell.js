// The shell: fetches this build's files once, starts Python in a worker and shows the app in a frame.
const BASE = new URL("./", self.location);
const FILES = "scorekeeper files";
const GERMAN = navigator.language.startsWith("de");
const WORDS = {
  fetching: ["Rules and arithmetic are being fetched", "Regeln und Rechenwerk werden geholt"],
  of: ["of", "von"],
  starting: ["Starting …", "Gleich geht es los …"],
  once: [
    "Only this once. Afterwards it starts at once, without a network too, even on a plane.",
    "Nur dieses eine Mal. Danach startet alles sofort, auch ohne Netz und im Flugzeug.",
  ],
  home: [
    "Put it on the home screen (the browser’s menu), then it opens like an app. " +
      "An iPhone keeps the games of the two apart: put it there before you play.",
    "Lege ihn auf den Startbildschirm (im Menü des Browsers), dann öffnet er sich wie eine App. " +
      "Ein iPhone hält die Spiele der beiden getrennt: Lege ihn vor dem ersten Spiel dorthin.",
  ],
  alone: [
    "Everything stays on this phone: no account, no server.",
    "Alles bleibt auf diesem Handy: kein Konto, kein Server.",
  ],
  elsewhere: ["The score pad is open in another window.", "Der Block ist in einem anderen Fenster offen."],
  here: ["Go on here", "Hier weitermachen"],
  moved: ["Going on in the other window.", "Es geht im anderen Fenster weiter."],
  again: ["Try again", "Noch einmal versuchen"],
  no_network: [
    "For its first start the score pad needs the network once.",
    "Zum ersten Start braucht der Block einmal das Netz.",
  ],
  no_https: [
    "To run without a server, the score pad needs an address with https, or localhost on the machine that serves it.",
    "Ohne Server läuft der Block nur unter einer Adresse mit https, oder unter localhost auf dem Rechner selbst.",
  ],
  no_worker: [
    "This browser cannot run the score pad without a server. " +
      "It needs to be of the last two years, and no private window.",
    "Dieser Browser kann den Block nicht ohne Server öffnen. " +
      "Er muss aus den letzten zwei Jahren sein, und kein privates Fenster.",
  ],
  full: [
    "The phone’s storage is full. Make room, then try again. Nothing that was saved is lost.",
    "Der Speicher des Handys ist voll. Schaffe Platz und versuche es dann noch einmal. Gespeichertes bleibt erhalten.",
  ],
  failed: ["The score pad could not start.", "Der Block konnte nicht starten."],
  damaged: [
    "The saved games on this phone cannot be read.",
    "Die gespeicherten Spiele auf diesem Handy sind nicht lesbar.",
  ],
  ways: [
    "Save the damaged file first: perhaps somebody can still read it.",
    "Sichere zuerst die beschädigte Datei: Vielleicht kann sie noch jemand lesen.",
  ],
  kept: ["Go back to the copy of", "Zurück zur Kopie von"],
  copy: ["Bring a copy back", "Eine Kopie zurückholen"],
  save: ["Save the damaged file", "Die beschädigte Datei sichern"],
  save_all: ["Save the games as a file", "Die Spiele als Datei sichern"],
  anew: ["Begin anew, without the games", "Ohne die Spiele neu anfangen"],
  sure: ["All games on this phone will be gone.", "Alle Spiele auf diesem Handy sind dann weg."],
  back: ["Back", "Zurück"],
};
const word = (name) => WORDS[name][GERMAN ? 1 : 0];
const find = (id) => document.getElementById(id);
const LANGUAGE = GERMAN ? "de" : "en-GB"; // navigator's own may be none, as "C" in WebKitGTK
const MB = (count) => (count / 1e6).toLocaleString(LANGUAGE, { maximumFractionDigits: 1 });

document.documentElement.lang = GERMAN ? "de" : "en";

// The first of the actions is the one that most should take.
const show = (what, soft = "", actions = []) => {
  find("start").hidden = false;
  find("progress").hidden = true;
  find("what").textContent = what;
  find("soft").textContent = soft;
  find("actions").replaceChildren(
    ...actions.map(([label, act]) => {
      const button = document.createElement("button");
      button.textContent = label;
      button.onclick = act;
      return button;
    }),
  );
  find("actions").hidden = !actions.length;
};
const reload = () => {
  self.location.reload();
};

const at = (path) => new URL(path, BASE);
const build = async (which) => (await (await caches.open(FILES)).match(at(which)))?.json();

class NoNetwork extends Error {}

const fetched = (path, cache) =>
  fetch(at(path), { cache }).catch(() => {
    throw new NoNetwork(path);
  });

// In this order a first start needs the files.
const FIRST = ["python/", "packages.", "site.", "tables.", "texts."];
const turn = ({ path }) => {
  const n = FIRST.findIndex((each) => path.startsWith(each));
  return n < 0 ? FIRST.length : n;
};

// Fetches what this build needs and the cache does not hold yet; tells the bytes, and each file that has arrived: what
// Python itself fetches once the cache has it, the others with their content. Then it is the "current" or the "next".
const fetchBuild = async (build, which, tell, arrived = () => {}) => {
  const cache = await caches.open(FILES);
  const wanted = [];
  for (const [path, { hash, bytes }] of Object.entries(build.files)) {
    if (await cache.match(at(`by-hash/${hash}`))) arrived(path);
    else wanted.push({ path, hash, bytes });
  }
  const total = wanted.reduce((sum, each) => sum + each.bytes, 0);
  let done = 0;
  const one = async ({ path, hash }) => {
    const response = await fetched(path, "no-cache");
    if (!response.ok) throw new Error(`${path}: ${response.status}`);
    const counted = response.body.pipeThrough(
      new TransformStream({
        transform(piece, controller) {
          done += piece.length;
          tell(done, total);
          controller.enqueue(piece);
        },
      }),
    );
    const content = await new Response(counted).arrayBuffer().catch(() => {
      throw new NoNetwork(path);
    });
    const digest = [...new Uint8Array(await crypto.subtle.digest("SHA-256", content))]
      .map((each) => each.toString(16).padStart(2, "0"))
      .join("");
    if (!digest.startsWith(hash)) throw new Error(`${path} is not whole`);
    const kept = new Response(content, { headers: { "content-type": response.headers.get("content-type") ?? "" } });
    const handed = !path.startsWith("python/") || path === "python/lock.json";
    if (handed) arrived(path, content);
    await cache.put(at(`by-hash/${hash}`), kept);
    if (!handed) arrived(path);
  };
  const waiting = [...wanted].sort((a, b) => turn(a) - turn(b) || b.bytes - a.bytes);
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      while (waiting.length) await one(waiting.shift());
    }),
  );
  await cache.put(at(which), new Response(JSON.stringify(build)));
};

// Makes this build the current one and lets go of the files that only others need.
const change = async (build) => {
  const cache = await caches.open(FILES);
  await cache.put(at("current"), new Response(JSON.stringify(build)));
  await cache.delete(at("next"));
  const held = new Set(Object.values(build.files).map((each) => at(`by-hash/${each.hash}`).href));
  for (const request of await cache.keys()) {
    if (request.url.startsWith(at("by-hash/").href) && !held.has(request.url)) await cache.delete(request);
  }
};

const newest = async () => {
  const response = await fetched("build.json", "no-store");
  if (!response.ok) throw new Error(`build.json: ${response.status}`);
  return response.json();
};

// A new build is fetched while the old one plays on with its own files; it is there from the next start.
const lookForUpdate = async (mine) => {
  try {
    const found = await newest();
    if (found.id !== mine.id) await fetchBuild(found, "next", () => {});
  } catch {
    /* no network, no update */
  }
};

const asked = (request) =>
  new Promise((done, failed) => {
    request.onsuccess = () => {
      done(request.result);
    };
    request.onerror = () => {
      failed(request.error);
    };
  });

// The forms that are being typed here, as the app's static/js/kept.js keeps them.
const TYPED = `scorekeeper${BASE.pathname.slice(0, -1)}`;
const typed = async () => {
  if (!(await indexedDB.databases()).some(({ name }) => name === TYPED)) return [];
  const database = await asked(indexedDB.open(TYPED));
  const found = await asked(
    database.transaction("kept").objectStore("kept").getAll(IDBKeyRange.bound("draft ", "draft!")),
  );
  database.close();
  return found.map(({ changed }) => changed);
};

const LEFT_LYING = 3 * 24 * 60 * 60 * 1000; // milliseconds after which a round that was begun counts as given up

// Whether somebody is in the middle of a round: one is being typed, or the site keeps one that is not finished.
const inRound = async () => {
  const begun = await (await (await caches.open(FILES)).match(at("unfinished")))?.text();
  return [Date.parse(begun), ...(await typed().catch(() => []))].some((moment) => Date.now() - moment < LEFT_LYING);
};

// The site tells after each step when the last round was begun that is not finished; none: null.
const noteRound = async (begun) => {
  const cache = await caches.open(FILES);
  await (begun ? cache.put(at("unfinished"), new Response(begun)) : cache.delete(at("unfinished")));
};

// The build that is here. A newer one that was fetched while the last one played takes its place, but not within a
// round.
const mine = async () => {
  const next = await build("next");
  if (next && !(await inRound())) {
    await change(next);
    reload(); // for a shell of the same build
    await new Promise(() => {});
  }
  return build("current");
};

// The first start: Python begins with what has arrived while the rest is being fetched.
const first = async () => {
  const inTab = matchMedia("(display-mode: browser) and (pointer: coarse)").matches;
  show(word("fetching"), inTab ? `${word("once")} ${word("home")}` : word("once"));
  const bar = find("progress");
  bar.hidden = false;
  const found = await newest();
  await (await caches.open(FILES)).put(at("arriving"), new Response(JSON.stringify(found)));
  const running = serviceWorker.then(() => {
    run(found);
  });
  const arrived = async (path, content) => {
    await running;
    worker.postMessage({ type: "arrived", path, content }, content ? [content] : []);
  };
  try {
    await fetchBuild(
      found,
      "current",
      (done, total) => {
        if (bar.hidden) return; // Python could not start on what has arrived
        bar.max = total;
        bar.value = done;
        find("what").textContent = `${word("fetching")}: ${MB(done)} ${word("of")} ${MB(total)} MB`;
      },
      arrived,
    );
    await running;
  } catch (error) {
    worker?.terminate();
    throw error;
  }
  if (!find("start").hidden) starting();
};

let worker; // with Python in it, while this window plays

navigator.serviceWorker?.addEventListener("message", ({ data, ports }) => {
  if (data.type !== "request") return;
  const { body } = data.request;
  if (worker) worker.postMessage(data, [ports[0], ...(body.byteLength ? [body] : [])]);
  else ports[0].postMessage({ failed: "The app is open in another window." });
});
navigator.serviceWorker?.startMessages();

// A picture of an SVG, for which a worker has no canvas.
const paint = async ({ status, headers, body }, port) => {
  const picture = new Image();
  picture.src = URL.createObjectURL(new Blob([body], { type: "image/svg+xml" }));
  await picture.decode();
  const canvas = Object.assign(document.createElement("canvas"), { width: picture.width, height: picture.height });
  canvas.getContext("2d").drawImage(picture, 0, 0);
  URL.revokeObjectURL(picture.src);
  const painted = await (
    await new Promise((done) => {
      canvas.toBlob(done, "image/png");
    })
  ).arrayBuffer();
  const kept = headers.filter(([name]) => name.toLowerCase() !== "content-length");
  port.postMessage({ status, headers: kept, body: painted }, [painted]);
};

const ask = (message) =>
  new Promise((done) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => {
      done(data);
    };
    worker.postMessage(message, [port2]);
  });

const download = async (name) => {
  const link = Object.assign(document.createElement("a"), {
    href: URL.createObjectURL(new Blob([await ask({ type: "read" })])),
    download: name,
  });
  link.click();
  setTimeout(() => {
    URL.revokeObjectURL(link.href);
  }, 60000);
};

// A file that somebody chooses.
const chosen = () =>
  new Promise((done) => {
    const input = Object.assign(document.createElement("input"), { type: "file", accept: ".gz" });
    input.onchange = async () => {
      done(new Uint8Array(await input.files[0].arrayBuffer()));
    };
    input.click();
  });

// What can be done where Python could not start on what is saved here.
const failed = (build, { error, kept }) => {
  const full = /Quota|disk is full|No space/i.test(error);
  const damaged = /DatabaseError|NoCopy/.test(error);
  const again = (rescue) => {
    worker.terminate();
    starting();
    run(build, rescue);
  };
  const why = error.split("\n").filter(Boolean).at(-1);
  const ways = [[word("again"), reload]];
  if (full)
    ways.push([
      word("save_all"),
      () => {
        download("scorekeeper.sqlite3");
      },
    ]);
  if (damaged) {
    if (kept) {
      const moment = new Date(kept).toLocaleString(LANGUAGE, { dateStyle: "medium", timeStyle: "short" });
      ways.unshift([
        `${word("kept")} ${moment}`,
        () => {
          again("kept");
        },
      ]);
    }
    ways.push(
      [
        word("copy"),
        async () => {
          again(await chosen());
        },
      ],
      [
        word("save"),
        () => {
          download("scorekeeper-damaged.sqlite3");
        },
      ],
      [
        word("anew"),
        () => {
          show(word("sure"), "", [
            [
              word("back"),
              () => {
                failed(build, { error, kept });
              },
            ],
            [
              word("anew"),
              () => {
                again(new Uint8Array());
              },
            ],
          ]);
        },
      ],
    );
  }
  show(word(full ? "full" : damaged ? "damaged" : "failed"), full ? "" : damaged ? word("ways") : why, ways);
};

const starting = () => {
  show(word("starting"), word("alone"));
  find("progress").hidden = false;
  find("progress").removeAttribute("value");
};

const PAUSE = 8000; // milliseconds after the first page until what later starts begin with is prepared

// Has Python's memory kept in a worker aside; a start with it takes a third of the time.
const remember = (options) => {
  const aside = new Worker(at("python.js"), { type: "module" });
  aside.onmessage = ({ data }) => {
    aside.terminate();
    document.documentElement.dataset.memory = data.type;
  };
  aside.postMessage({ ...options, type: "remember" });
};

const afterPaint = (where, then) => {
  where.requestAnimationFrame(() => {
    where.requestAnimationFrame(then);
  });
};

const run = (build, rescue) => {
  const { timeZone: timezone } = Intl.DateTimeFormat().resolvedOptions();
  const options = { build, language: navigator.language, timezone };
  worker = new Worker(at("python.js"), { type: "module" });
  worker.onmessage = ({ data, ports }) => {
    if (data.type === "paint") paint(data, ports[0]);
    else if (data.type === "round") noteRound(data.begun);
    else if (data.type === "ready") {
      const frame = find("app");
      frame.addEventListener("load", () => {
        frame.hidden = false;
        afterPaint(frame.contentWindow, () => {
          find("start").hidden = true;
        });
        document.title = frame.contentDocument?.title || "Scorekeeper";
        const { href } = frame.contentWindow.location;
        if (href.startsWith(at("app/").href))
          history.replaceState(null, "", `#${href.slice(at("app").href.length)}`);
      });
      frame.src = at(`app${self.location.hash.slice(1) || "/"}`);
      navigator.storage?.persist?.();
      lookForUpdate(build);
      if (data.fresh) setTimeout(remember, PAUSE, options);
      else document.documentElement.dataset.memory = "used";
    } else if (data.type === "failed") failed(build, data);
  };
  worker.postMessage({ ...options, type: "start", rescue });
};

// One window plays; another one asks whether it shall go on there.
const alone = async () => {
  const play = async (lock) => {
    if (!lock) {
      show(word("elsewhere"), "", [
        [
          word("here"),
          () => {
            navigator.locks.request("scorekeeper", { steal: true }, play).catch(moved);
          },
        ],
      ]);
      return;
    }
    try {
      const here = await mine();
      if (here) {
        starting();
        await serviceWorker;
        run(here);
      } else await first();
    } catch (error) {
      const why =
        error.name === "QuotaExceededError"
          ? "full"
          : error instanceof NoNetwork || !navigator.onLine
            ? "no_network"
            : "failed";
      show(word(why), why === "failed" ? String(error.message) : "", [[word("again"), reload]]);
      return;
    }
    await new Promise(() => {});
  };
  const moved = () => {
    worker?.terminate();
    worker = null;
    find("app").remove();
    show(word("moved"), "", [[word("here"), reload]]);
  };
  await navigator.locks.request("scorekeeper", { ifAvailable: true }, play).catch(moved);
};

let serviceWorker; // settled once it answers for this page

const register = async () => {
  await navigator.serviceWorker.register(at("sw.js"), { updateViaCache: "none" });
  await navigator.serviceWorker.ready;
  if (!navigator.serviceWorker.controller) {
    await new Promise((done) => {
      navigator.serviceWorker.addEventListener("controllerchange", done, { once: true });
    });
  }
};

const main = async () => {
  if (self.top !== self) return; // in a frame of somebody else
  if (!self.isSecureContext) {
    show(word("no_https"));
    return;
  }
  if (!navigator.serviceWorker || !self.caches || !navigator.locks) {
    show(word("no_worker"));
    return;
  }
  serviceWorker = register();
  await Promise.all([serviceWorker, alone()]);
};
main().catch((error) => {
  show(word("failed"), String(error.message), [[word("again"), reload]]);
});
