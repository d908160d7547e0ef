// The shell's texts, in the phone's language or the one that was chosen in the app.
const KEPT = `scorekeeper language ${new URL("./", self.location).pathname}`; // key in localStorage
const FILES = "scorekeeper files"; // the cache from which the service worker reads the language

const chosen = () => {
  try {
    return localStorage.getItem(KEPT);
  } catch {
    return null; // no storage, which the shell reports
  }
};
let isGerman;
const speakIn = (language) => {
  isGerman = language.startsWith("de");
  document.documentElement.lang = isGerman ? "de" : "en";
};
speakIn(chosen() ?? navigator.language);

export const language = () => (isGerman ? "de" : "en-GB"); // navigator.language may be invalid, as "C" in WebKitGTK

// Switch to the language of the app's pages and store it.
export const speak = (of) => {
  if (!of || of.startsWith("de") === isGerman) return;
  speakIn(of);
  localStorage.setItem(KEPT, of);
  caches.open(FILES).then((cache) => cache.put(new URL("language", self.location), new Response(of)));
};

const WORDS = {
  fetching: ["Loading the score pad", "Der Block wird geladen"],
  of: ["of", "von"],
  starting: ["Starting …", "Gleich geht es los …"],
  once: [
    "Just this once. After that it starts right away, even without a network, even on a plane.",
    "Nur dieses eine Mal. Danach startet alles sofort, auch ohne Netz und im Flugzeug.",
  ],
  home: [
    "Add Scorekeeper to your home screen (browser menu), then it opens like an app. " +
      "On iPhone, do it before your first game: the app and the browser keep separate data.",
    "Füg Scorekeeper zum Startbildschirm hinzu (Menü des Browsers), dann öffnet es sich wie eine App. " +
      "Am iPhone vor dem ersten Spiel: App und Browser speichern getrennt.",
  ],
  alone: [
    "Everything stays on this phone: no account, no server.",
    "Alles bleibt auf diesem Handy: kein Konto, kein Server.",
  ],
  elsewhere: ["The score pad is open in another window.", "Der Block ist in einem anderen Fenster offen."],
  here: ["Continue here", "Hier weitermachen"],
  moved: ["It continues in the other window.", "Es geht im anderen Fenster weiter."],
  again: ["Try again", "Noch einmal versuchen"],
  no_network: [
    "The score pad needs a network for its first start, just once.",
    "Für den ersten Start braucht der Block einmal Netz.",
  ],
  no_build: [
    "There is no complete score pad at this address right now. Try again in a few minutes.",
    "Unter dieser Adresse liegt gerade kein vollständiger Block. Versuch es in ein paar Minuten noch einmal.",
  ],
  no_https: [
    "To run without a server, the score pad needs an address with https, or localhost on the machine that serves it.",
    "Ohne Server läuft der Block nur unter einer Adresse mit https, oder unter localhost auf dem Rechner selbst.",
  ],
  no_worker: [
    "This browser can’t run the score pad without a server. " +
      "It takes a browser from the last two years, and not a private window.",
    "Dieser Browser kann den Block nicht ohne Server öffnen. " +
      "Nimm einen Browser aus den letzten zwei Jahren und kein privates Fenster.",
  ],
  no_storage: [
    "This browser doesn’t save anything for this page: it’s a private window, or cookies are blocked. " +
      "Open the score pad in a normal window, or allow cookies for this page.",
    "Dieser Browser speichert nichts für diese Seite: Das Fenster ist privat, oder Cookies sind gesperrt. " +
      "Öffne den Block in einem normalen Fenster, oder erlaube Cookies für diese Seite.",
  ],
  no_wasm: [
    "This browser can’t run the score pad: it doesn’t allow WebAssembly here. " +
      "On an iPhone, Lockdown Mode blocks it.",
    "In diesem Browser läuft der Block nicht: Er lässt hier kein WebAssembly zu. " +
      "Auf einem iPhone sperrt es der Blockierungsmodus.",
  ],
  nothing_here: ["Page not found", "Seite nicht gefunden"],
  to_pad: ["To the score pad", "Zum Block"],
  full: [
    "The phone’s storage is full. Free up space, then try again. Nothing that was saved is lost.",
    "Der Speicher des Handys ist voll. Schaff Platz und versuch es dann noch einmal. Gespeichertes bleibt erhalten.",
  ],
  newer: [
    "The games on this phone were saved by a newer version than the one at this address. Nothing is lost: " +
      "try again later, or save the games as a file.",
    "Die Spiele auf diesem Handy hat eine neuere Version gespeichert als die unter dieser Adresse. " +
      "Nichts ist verloren: Versuch es später noch einmal, oder speichere die Spiele als Datei.",
  ],
  older: [
    "The games on this phone are from a version before 0.2.0, which this one can’t open. Nothing is lost: " +
      "save the games as a file, and restore it on a server of that version.",
    "Die Spiele auf diesem Handy sind von einer Version vor 0.2.0, die diese nicht öffnen kann. " +
      "Nichts ist verloren: Speichere die Spiele als Datei und stell sie auf einem Server jener Version wieder her.",
  ],
  slow: [
    "The score pad isn’t starting. Close other apps and pages, then try again.",
    "Der Block kommt nicht in Gang. Schließ andere Apps und Seiten und versuch es dann noch einmal.",
  ],
  failed: ["The score pad couldn’t start.", "Der Block konnte nicht starten."],
  stays: ["What was saved is still on this phone.", "Was gespeichert war, ist noch auf diesem Handy."],
  damaged: [
    "The saved games on this phone can’t be read.",
    "Die gespeicherten Spiele auf diesem Handy sind nicht lesbar.",
  ],
  no_copy: [
    "That file isn’t a copy of the score pad. Nothing on this phone has changed.",
    "Diese Datei ist keine Kopie des Blocks. Auf diesem Handy hat sich nichts geändert.",
  ],
  ways: [
    "Save the damaged file first: maybe someone can still read it.",
    "Speichere zuerst die beschädigte Datei: Vielleicht kann sie noch jemand lesen.",
  ],
  kept: ["Go back to the copy from", "Zurück zur Kopie vom"],
  copy: ["Restore a copy", "Kopie wiederherstellen"],
  save: ["Save the damaged file", "Die beschädigte Datei speichern"],
  save_all: ["Save the games as a file", "Die Spiele als Datei speichern"],
  anew: ["Start over, without the games", "Ohne die Spiele neu anfangen"],
  sure: ["All games on this phone will be gone.", "Alle Spiele auf diesem Handy sind dann weg."],
  back: ["Back", "Zurück"],
  show_code: [
    "Show this code to the phone with the pad.",
    "Zeig diesen Code dem Handy, auf dem der Block liegt.",
  ],
  they_scan: [
    "There, under “Phones”, tap “Show the code”: it looks for this one.",
    "Tippt dort unter „Handys“ auf „Code zeigen“: Er sucht nach diesem hier.",
  ],
  with_text: ["Without a camera", "Ohne Kamera"],
  code: ["Code to scan", "Code zum Scannen"],
  copy_code: ["Copy as text", "Als Text kopieren"],
  copied: ["Copied", "Kopiert"],
  scan: ["Scan the code that they show you.", "Scann den Code, den man dir zeigt."],
  same_wifi: [
    "Both are in the same Wi-Fi, or theirs is in your hotspot.",
    "Beide sind im selben WLAN, oder jenes in deinem Hotspot.",
  ],
  other_camera: ["Other camera", "Andere Kamera"],
  face_to_face: [
    "Hold the phones face to face: theirs scans this code, this one scans theirs.",
    "Haltet die Handys einander hin: Jenes scannt diesen Code, dieses den seinen.",
  ],
  seated: ["At the table now", "Jetzt mit am Tisch"],
  table_full: [
    "Twelve phones are at the table: there’s no room for another.",
    "Zwölf Handys sitzen am Tisch: Für noch eins ist kein Platz.",
  ],
  no_new_code: [
    "There’s no new code right now. Tap “Done”, and make one under “Phones”.",
    "Gerade gibt es keinen neuen Code. Tipp auf „Fertig“ und mach unter „Handys“ einen.",
  ],
  done: ["Done", "Fertig"],
  scan_other: ["Scan a new code", "Einen neuen Code scannen"],
  paste: ["Or paste the code or link here", "Oder füg hier Code oder Link ein"],
  connect: ["Connect", "Verbinden"],
  no_camera: [
    "The camera doesn’t work here. Use the text instead.",
    "Die Kamera geht hier nicht. Mit dem Text geht es auch.",
  ],
  connecting: ["Connecting …", "Wird verbunden …"],
  no_code: [
    "There’s no code or link to join with in this. If you pasted it, copy it whole.",
    "Darin ist kein Code und kein Link zum Mitmachen. Hast du ihn eingefügt, dann kopier ihn ganz.",
  ],
  wrong_code: [
    "This code doesn’t fit here, or its ten minutes are over. Under “Phones”, show that phone a new one.",
    "Dieser Code passt hier nicht, oder seine zehn Minuten sind um. Zeig dem Handy unter „Handys“ einen neuen.",
  ],
  not_reached: [
    "The phones can’t reach each other. Put both in the same Wi-Fi, then go back and use a new code.",
    "Die Handys erreichen einander nicht. Geht beide ins selbe WLAN, dann zurück und nehmt einen neuen Code.",
  ],
  not_reached_here: [
    "The phones can’t reach each other. Put both in the same Wi-Fi, then scan this new code.",
    "Die Handys erreichen einander nicht. Geht beide ins selbe WLAN, dann scannt diesen neuen Code.",
  ],
  lost: [
    "Out of reach. What you enter waits here.",
    "Nicht erreichbar. Was du tippst, wartet hier.",
  ],
  not_back: [
    "Phones that were at this table and aren’t back yet: {count}.",
    "Handys, die mit am Tisch saßen und noch fehlen: {count}.",
  ],
  moved_on: ["The pad has been with {who} since {time}.", "Der Block liegt seit {time} bei {who}."],
  moved_apart: [
    "The pad has been with {who} since {time}. It lacks the last {count} entries from here.",
    "Der Block liegt seit {time} bei {who}. Dort fehlen die letzten {count} Einträge von hier.",
  ],
  somebody: ["another phone", "einem anderen Handy"],
  sit: ["Sit down there", "Dort mitspielen"],
  alone_here: ["Keep on here alone", "Hier allein weitermachen"],
  newer_here: [
    "A guest has a newer version. Take it, and everyone comes back on their own.",
    "Ein Gast hat eine neuere Version. Hol sie, dann kommen alle von selbst zurück.",
  ],
  take_newer: ["Take it now", "Jetzt holen"],
  nobody: [
    "Nobody has come along yet. Is the other pad still there?",
    "Noch ist niemand mitgekommen. Gibt es den anderen Block noch?",
  ],
  back_there: ["Back to it", "Zurück dorthin"],
  lacks: [
    "The pad that’s there now lacks the last {count} entries on yours.",
    "Dem Block, der jetzt da ist, fehlen die letzten {count} Einträge auf deinem.",
  ],
  wait: [
    "This phone goes on waiting for the other one, and connects when it’s back.",
    "Dieses Handy wartet weiter auf das andere und verbindet sich, sobald es wieder da ist.",
  ],
  there_anyway: ["Go on there all the same", "Trotzdem dort weitermachen"],
  phones: ["Phones", "Handys"],
  thrown_out: [
    "You’re no longer at this table. Whoever has the pad can show you a new code.",
    "Du sitzt nicht mehr an diesem Tisch. Wer den Block hat, kann dir einen neuen Code zeigen.",
  ],
  other_version: ["The two phones have different versions.", "Die beiden Handys haben verschiedene Versionen."],
  take_there: [
    "Tap “Take it now” on the phone with the pad, while online. Then this one connects on its own.",
    "Tippt auf dem Handy mit dem Block auf „Jetzt holen“, mit Netz. Dann verbindet sich dieses von selbst.",
  ],
  no_rtc: [
    "This browser can’t connect to another phone (it has no WebRTC).",
    "Dieser Browser kann sich mit keinem anderen Handy verbinden (er hat kein WebRTC).",
  ],
  stand_by: [
    "If the phone with the pad goes, this one can go on. It takes the app from there once: {size} MB.",
    "Fällt das Handy mit dem Block aus, kann dieses weitermachen. Dafür holt es einmal die App: {size} MB.",
  ],
  yes: ["Take it", "Holen"],
  no: ["No", "Nein"],
  go_on: ["Go on here with everyone", "Hier mit allen weitermachen"],
  all_come: ["The others come along on their own.", "Die anderen kommen von selbst mit."],
  leave_table: ["Leave the table", "Den Tisch verlassen"],
};

export const word = (name) => WORDS[name][isGerman ? 1 : 0];
