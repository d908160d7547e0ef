// The shell.
//
// It fetches this build's files once, starts Python in a worker and shows the app in a frame. As a guest at another
// phone's table it starts no Python (table.js).
import {
  NoBuild,
  NoNetwork,
  at,
  build,
  fetchBuild,
  files,
  giveUp,
  lookForUpdate,
  newest,
  sweep,
  takeNext,
} from "./builds.js";
import { askForCamera, readCode, seatAll } from "./camera.js";
import { codeIn } from "./descriptions.js";
import { Host } from "./host.js";
import { drawn } from "./qr.js";
import { again, find, hide, look, make, reload, show, showApp } from "./screen.js";
import { GONE, Site, remember } from "./site.js";
import { canKeep, savedDatabase } from "./storage.js";
import { language, word } from "./words.js";

const PAUSE = 8000; // milliseconds after the first page until a snapshot of Python's memory is made
const STALE_AFTER = 3 * 24 * 60 * 60 * 1000; // milliseconds after which a round that was begun counts as abandoned

const MB = (count) => (count / 1e6).toLocaleString(language(), { maximumFractionDigits: 1 });

const download = (content, name) => {
  const link = Object.assign(document.createElement("a"), {
    href: URL.createObjectURL(new Blob([content])),
    download: name,
  });
  link.click();
  setTimeout(() => {
    URL.revokeObjectURL(link.href);
  }, 60000);
};

// Return the action that saves the database as a file, in an array; [] if no database is saved. For pages that are
// shown if the app does not start.
const saving = async (label = word("save_all"), name = "scorekeeper.sqlite3", then = () => {}) => {
  const database = await savedDatabase().catch(() => undefined);
  const save = () => {
    download(database, name);
    then();
  };
  return database ? [[label, save]] : [];
};

const promisify = (request) =>
  new Promise((done, failed) => {
    request.onsuccess = () => {
      done(request.result);
    };
    request.onerror = () => {
      failed(request.error);
    };
  });

const STORE = `scorekeeper${at("").pathname.slice(0, -1)}`;
// Return the times at which the drafts that static/js/store.js has stored were last changed, in milliseconds.
const typed = async () => {
  if (!(await indexedDB.databases()).some(({ name }) => name === STORE)) return [];
  const database = await promisify(indexedDB.open(STORE));
  const found = await promisify(
    database.transaction("kept").objectStore("kept").getAll(IDBKeyRange.bound("draft ", "draft!")),
  );
  database.close();
  return found.map(({ changed }) => changed);
};

// Return whether somebody is in the middle of a round: there is a draft, or an unfinished round on the site, and it is
// not older than STALE_AFTER.
const inRound = async () => {
  const begun = await (await (await files()).match(at("unfinished")))?.text();
  return [Date.parse(begun), ...(await typed().catch(() => []))].some(
    (moment) => Math.abs(Date.now() - moment) < STALE_AFTER, // a time far ahead was noted while the clock was wrong
  );
};

// Note when the latest unfinished round was begun (null: there is none). Python reports it after each POST.
const noteRound = async (begun) => {
  const cache = await files();
  await (begun ? cache.put(at("unfinished"), new Response(begun)) : cache.delete(at("unfinished")));
};

// Return the current build. A newer one that was fetched in the meantime replaces it first, but not within a round.
const currentBuild = async () => {
  if ((await build("next")) && !(await inRound())) {
    await takeNext();
    reload(); // to load the shell of that build
    await new Promise(() => {});
  }
  return build("current");
};

let serviceWorker; // resolves once it controls this page
let site; // undefined unless this window runs the app

// Start for the first time: Python starts while files are still being fetched, and gets each file as it arrives.
const first = async () => {
  const inTab = matchMedia("(display-mode: browser) and (pointer: coarse)").matches;
  show(word("fetching"), inTab ? `${word("once")} ${word("home")}` : word("once"));
  const bar = find("progress");
  bar.hidden = false;
  const found = await newest();
  await (await files()).put(at("arriving"), new Response(JSON.stringify(found)));
  const running = serviceWorker.then(() => {
    run(found, true);
  });
  const arrived = async (path, content) => {
    await running;
    site.worker?.postMessage({ type: "arrived", path, content }, content ? [content] : []);
  };
  const tell = (done, total) => {
    if (bar.hidden) return; // the app is shown already, or Python could not start
    bar.max = total;
    bar.value = done;
    find("what").textContent = `${word("fetching")}: ${MB(done)} ${word("of")} ${MB(total)} MB`;
  };
  try {
    await fetchBuild(found, "current", tell, arrived);
    await running;
  } catch (error) {
    site?.stop();
    throw error;
  }
  site.hasArrived();
  if (!bar.hidden) starting();
};

// Return the bytes of a file that the user chooses.
const chooseFile = () =>
  new Promise((done) => {
    const input = Object.assign(document.createElement("input"), { type: "file", accept: ".gz,.sqlite3" });
    input.onchange = async () => {
      done(new Uint8Array(await input.files[0].arrayBuffer()));
    };
    input.click();
  });

// Show what can be done if the saved games cannot be read. They are replaced only after a tap; starting over needs a
// second one.
const damaged = async (current, kept, { isSaved = false, what = "damaged" } = {}) => {
  const replace = (rescue) => {
    site.stop();
    starting();
    site.start(rescue);
  };
  const back = () => {
    damaged(current, kept, { isSaved });
  };
  const moment = new Date(kept ?? 0).toLocaleString(language(), { dateStyle: "medium", timeStyle: "short" });
  const toKept = [
    `${word("kept")} ${moment}`,
    () => {
      replace("kept");
    },
  ];
  const anew = [
    word("anew"),
    () => {
      const sure = [
        word("anew"),
        () => {
          replace(new Uint8Array());
        },
      ];
      show(word("sure"), "", [[word("back"), back], sure]);
    },
  ];
  const copy = [
    word("copy"),
    async () => {
      replace(await chooseFile());
    },
  ];
  const save = await saving(word("save"), "scorekeeper-damaged.sqlite3", () => {
    damaged(current, kept, { isSaved: true });
  });
  const ways = [...(kept ? [toKept] : []), copy, again, anew];
  show(word(what), word("ways"), isSaved ? [...ways, ...save] : [...save, ...ways]);
};

// If the web server has a newer build, switch to it: perhaps that one starts.
const takeNewer = async (current) => {
  if (!(await lookForUpdate(current))) return;
  await takeNext();
  reload();
};

// Handle a failed start of Python. If the database is damaged, show how to replace it (damaged()). Otherwise go back to
// the former build, if there is one (it is kept only until the current one has started). Without one, show what can be
// done, and switch to a newer build if the web server has one. On a full phone, the build stays.
const failed = async (current, error, kept) => {
  if (/Damaged|NoCopy/.test(error)) {
    await damaged(current, kept, { what: /NoCopy/.test(error) ? "no_copy" : "damaged" });
    return;
  }
  const full = /Quota|disk is full|No space/i.test(error);
  if (!full && (await giveUp())) {
    reload();
    return;
  }
  const why = full
    ? "full"
    : /NewerDatabase/.test(error)
      ? "newer"
      : /OlderDatabase/.test(error)
        ? "older"
        : /WebAssembly/.test(error)
          ? "no_wasm"
          : "failed";
  const told = error === GONE ? "" : error.split("\n").filter(Boolean).at(-1);
  show(word(why), why === "failed" ? `${word("stays")} ${told}` : "", [again, ...(await saving())]);
  if (!full) await takeNewer(current);
};

const starting = () => {
  show(word("starting"), word("alone"));
  find("progress").hidden = false;
  find("progress").removeAttribute("value");
};

// Take the newer build that a guest has. Without guests, the browser does not ask whether to leave the page.
const takeNewerNow = async (host) => {
  show(word("fetching"));
  await lookForUpdate(await build("current"));
  host.close();
  if (await build("next")) await takeNext();
  reload();
};

// Return what to tell on the host's pad, and the actions: which phone has gone on for this one, or who is missed.
const newsOf = (host) => {
  const { moved, awaited, former, isOlder } = host;
  const phones = () => find("app").contentWindow.location.assign(awaited[0].page);
  const back = () => {
    self.location.hash = "#table";
  };
  if (moved && !host.guests.some((each) => each.isConnected && each !== moved.guest)) {
    const time = new Date(moved.since).toLocaleTimeString(language(), { timeStyle: "short" });
    const said = word(moved.missing ? "moved_apart" : "moved_on").replace("{count}", moved.missing);
    const told = said.replace("{who}", moved.who || word("somebody")).replace("{time}", time);
    return [told, [word("sit"), () => goTo(() => host.sitDown())], [word("alone_here"), () => host.playAlone()]];
  }
  if (awaited.length && former) return [word("nobody"), [word("back_there"), back]];
  if (awaited.length) return [word("not_back").replace("{count}", awaited.length), [word("phones"), phones]];
  if (isOlder) return [word("newer_here"), [word("take_newer"), () => takeNewerNow(host)]];
  return [];
};

const tellNews = (host) => {
  const [bar, [told, ...actions]] = [find("away"), newsOf(host)];
  bar.hidden = !told;
  bar.replaceChildren(told ?? "", ...actions.map(([label, onclick]) => make("button", { onclick }, label)));
};

// Show the app on this phone and make it available to guests.
const showSite = (path, here = site, host = new Host((request) => here.ask(request), look)) => {
  const seatEverybody = async (next) => {
    await askForCamera().catch(() => {}); // with permission for it, browsers reveal the phone's local addresses
    const count = await seatAll(async () => host.invite(...(await next())), (text) => host.accept(text), drawn);
    hide();
    return count;
  };
  // for static/js/phones.js
  self.table = Object.assign(host, { give, seatEverybody });
  host.addEventListener("change", () => self.table === host && tellNews(host));
  showApp(at(path), (href) => {
    if (href.startsWith(at("app/").href)) history.replaceState(null, "", `#${href.slice(at("app").href.length)}`);
  });
};

// Go on as a guest of another phone. leave() resolves with the connection to it and this phone's seat there, on which
// that phone's messages follow at once.
const goTo = async (leave) => {
  const { goOver } = await import("./table.js");
  const { wire, seat } = await leave();
  const former = site;
  isAtTable = true;
  find("away").hidden = true;
  history.replaceState(null, "", "#table");
  site = goOver(wire, seat, promotion);
  self.table = undefined;
  former.stop();
};

// Hand the table over to the phone of this share link, and go on as its guest.
const give = (link, ask, tell) => goTo(() => self.table.handOver(link, ask, tell));

const optionsOf = (current, arriving = false) => {
  const { timeZone: timezone } = Intl.DateTimeFormat().resolvedOptions();
  return { build: current, language: navigator.language, timezone, page: at("app/").href, arriving };
};

// For a guest's phone that takes the table over (deputy.js): start Python, then show its own app.
const promotion = {
  start: (current) =>
    new Promise((done, failed) => {
      const started = new Site(optionsOf(current), {
        round: noteRound,
        changed: (request) => self.table?.did(request),
        failed: (error) => failed(new Error(error)),
        slow: () => failed(new Error("slow")),
        ready: () => done(started),
      });
      started.start();
    }),
  begin: (started, host, path) => {
    site = started;
    isAtTable = false;
    find("away").hidden = true;
    showSite(path, site, host);
    navigator.storage?.persist?.();
  },
};

// Join by a code or a link, scanned or pasted: a table nearby, or a group on a server.
const join = async () => {
  const app = find("app").contentWindow;
  history.replaceState(null, "", `#${app.location.href.slice(at("app").href.length)}`);
  const found = await readCode(word("scan"), async (text) => {
    const [link] = text.match(/https?:\/\/\S+?\/join\/[\w-]{16,64}/) ?? [];
    return link ? { link } : { code: codeIn(text) };
  });
  if (found?.link) app.location.assign(at(`app/join/?link=${encodeURIComponent(found.link)}`));
  else if (found) self.location.hash = `table=${found.code}`;
  hide();
};

const run = (current, arriving = false) => {
  const path = `app${self.location.hash.match(/^#(\/.*)/)?.[1] ?? "/"}`;
  const options = optionsOf(current, arriving);
  site = new Site(options, {
    round: noteRound,
    changed: (request) => self.table?.did(request),
    failed: (error, kept) => failed(current, error, kept),
    slow: async () => {
      show(word("slow"), word("stays"), [again, ...(await saving())]);
      await takeNewer(current);
    },
    ready: async (fresh) => {
      try {
        showSite(path);
      } catch (error) {
        site.stop();
        await failed(current, String(error));
        return;
      }
      navigator.storage?.persist?.();
      await sweep();
      lookForUpdate(current);
      if (fresh) setTimeout(remember, PAUSE, options);
      else document.documentElement.dataset.memory = "used";
    },
  });
  site.start();
};

const playHere = async () => {
  const here = await currentBuild();
  if (here) {
    starting();
    await serviceWorker;
    run(here);
  } else await first();
};

// Whether this phone is a guest at another phone's table: then it fetches no Python, unless it becomes the deputy.
let isAtTable = self.location.hash.startsWith("#table");
const joinTable = async () => {
  const [{ begin }] = await Promise.all([import("./table.js"), serviceWorker]);
  site = await begin(promotion);
};

const HERE = "scorekeeper here"; // key in sessionStorage, set while a page is reloaded to continue here
// Run the app in one window only; a further window offers to continue in it instead.
const runInOneWindow = async (begin) => {
  const steal = () => {
    navigator.locks.request("scorekeeper", { steal: true }, play).catch(moved);
  };
  const play = async (lock) => {
    if (!lock) {
      show(word("elsewhere"), "", [[word("here"), steal]]);
      return;
    }
    try {
      await begin();
    } catch (error) {
      const why =
        error.name === "QuotaExceededError"
          ? "full"
          : error instanceof NoNetwork || !navigator.onLine
            ? "no_network"
            : error instanceof NoBuild
              ? "no_build"
              : "failed";
      const told = ["no_build", "failed"].includes(why) ? String(error.message) : "";
      show(word(why), told, [again, ...(await saving())]);
      return;
    }
    await new Promise(() => {});
  };
  const moved = () => {
    site?.stop();
    site = undefined;
    self.table?.close();
    find("app").remove();
    const here = () => {
      sessionStorage.setItem(HERE, "1");
      reload();
    };
    show(word("moved"), "", [[word("here"), here]]);
  };
  if (sessionStorage.getItem(HERE)) {
    sessionStorage.removeItem(HERE);
    steal();
  } else await navigator.locks.request("scorekeeper", { ifAvailable: true }, play).catch(moved);
};

const register = async () => {
  navigator.serviceWorker.addEventListener("message", async ({ data, ports }) => {
    if (!["request", "file"].includes(data.type)) return;
    const elsewhere = { failed: "The app is open in another window." };
    const answer = (await (data.type === "file" ? site?.file?.(data.hash) : site?.ask(data.request))) ?? elsewhere;
    ports[0].postMessage(answer, answer.body ? [answer.body] : []);
  });
  navigator.serviceWorker.startMessages();
  await navigator.serviceWorker.register(at("sw.js"), { updateViaCache: "none" });
  await navigator.serviceWorker.ready;
  if (!navigator.serviceWorker.controller) {
    await new Promise((done) => {
      navigator.serviceWorker.addEventListener("controllerchange", done, { once: true });
    });
  }
};

// Return whether the browser lets this page store anything. If not, some of these objects are missing, others throw.
const canStore = async () => {
  try {
    sessionStorage.getItem(HERE);
    await files();
    await canKeep();
    return Boolean(navigator.serviceWorker);
  } catch {
    return false;
  }
};

const main = async () => {
  find("stuck").remove();
  if (self.top !== self) return; // embedded in another site
  if (self.location.hash === "#nothing-here") {
    show(word("nothing_here"), "", [
      [
        word("to_pad"),
        () => {
          self.location.replace(at("#"));
          reload();
        },
      ],
    ]);
    return;
  }
  const lacks = !self.isSecureContext
    ? "no_https"
    : !self.WebAssembly && !isAtTable
      ? "no_wasm"
      : !navigator.locks || !self.caches
        ? "no_worker"
        : (await canStore())
          ? ""
          : "no_storage";
  if (lacks) {
    show(word(lacks), "", self.isSecureContext ? await saving() : []);
    return;
  }
  addEventListener("hashchange", () => {
    if (self.location.hash === "#join") join();
    else if (self.location.hash.startsWith("#table") || isAtTable) reload();
  });
  serviceWorker = register();
  await Promise.all([serviceWorker, runInOneWindow(isAtTable ? joinTable : playHere)]);
};
main().catch(async (error) => {
  show(word("failed"), String(error.message), [again, ...(await saving())]);
});
