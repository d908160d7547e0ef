// What the shell says, in the phone's language.
const GERMAN = navigator.language.startsWith("de");
export const LANGUAGE = GERMAN ? "de" : "en-GB"; // navigator's own may be none, as "C" in WebKitGTK
document.documentElement.lang = GERMAN ? "de" : "en";

const WORDS = {
  fetching: ["Rules and arithmetic are being fetched", "Regeln und Rechenwerk werden geholt"],
  of: ["of", "von"],
  starting: ["Starting …", "Gleich geht es los …"],
  once: [
    "Only this once. Afterwards it starts at once, without a network too, even on a plane.",
    "Nur dieses eine Mal. Danach startet alles sofort, auch ohne Netz und im Flugzeug.",
  ],
  home: [
    "Put the score pad on the home screen (the browser’s menu), then it opens like an app. " +
      "An iPhone keeps its games apart from those in the browser: put it there before you play.",
    "Lege den Block auf den Startbildschirm (im Menü des Browsers), dann öffnet er sich wie eine App. " +
      "Ein iPhone hält seine Spiele von denen im Browser getrennt: Lege ihn dorthin, bevor du spielst.",
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
  no_build: [
    "There is no whole score pad to fetch at this address just now. Try again in a few minutes.",
    "Unter dieser Adresse liegt gerade kein vollständiger Block. Versuche es in ein paar Minuten noch einmal.",
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
  no_storage: [
    "This browser keeps nothing of this page: a private window, or cookies are blocked. " +
      "Open the score pad in an ordinary window, or allow cookies for this page.",
    "Dieser Browser behält nichts von dieser Seite: ein privates Fenster, oder Cookies sind gesperrt. " +
      "Öffne den Block in einem gewöhnlichen Fenster, oder erlaube Cookies für diese Seite.",
  ],
  no_wasm: [
    "This browser cannot calculate here: it does not let the page use WebAssembly. " +
      "On an iPhone, Lockdown Mode forbids it.",
    "Dieser Browser kann hier nicht rechnen: Er lässt die Seite kein WebAssembly benutzen. " +
      "Auf einem iPhone verbietet es der Blockierungsmodus.",
  ],
  nothing_here: ["There is nothing at this address.", "Unter dieser Adresse ist nichts."],
  to_pad: ["To the score pad", "Zum Block"],
  full: [
    "The phone’s storage is full. Make room, then try again. Nothing that was saved is lost.",
    "Der Speicher des Handys ist voll. Schaffe Platz und versuche es dann noch einmal. Gespeichertes bleibt erhalten.",
  ],
  newer: [
    "The games on this phone were saved by a newer score pad than the one at this address. Nothing is lost: " +
      "try again later, or save the games as a file.",
    "Die Spiele auf diesem Handy hat ein neuerer Block gespeichert als der unter dieser Adresse. " +
      "Nichts ist verloren: Versuche es später noch einmal, oder sichere die Spiele als Datei.",
  ],
  slow: [
    "The score pad does not get going. Close other apps and pages, then try again.",
    "Der Block kommt nicht in Gang. Schließe andere Apps und Seiten und versuche es dann noch einmal.",
  ],
  failed: ["The score pad could not start.", "Der Block konnte nicht starten."],
  stays: ["What was saved is still on this phone.", "Was gespeichert war, ist noch auf diesem Handy."],
  damaged: [
    "The saved games on this phone cannot be read.",
    "Die gespeicherten Spiele auf diesem Handy sind nicht lesbar.",
  ],
  no_copy: [
    "That file is no copy of the score pad. Nothing on this phone has changed.",
    "Diese Datei ist keine Kopie des Blocks. Auf diesem Handy hat sich nichts geändert.",
  ],
  ways: [
    "Save the damaged file first: perhaps somebody can still read it.",
    "Sichere zuerst die beschädigte Datei: Vielleicht kann sie noch jemand lesen.",
  ],
  kept: ["Go back to the copy from", "Zurück zur Kopie vom"],
  copy: ["Restore a copy", "Kopie wiederherstellen"],
  save: ["Save the damaged file", "Die beschädigte Datei sichern"],
  save_all: ["Save the games as a file", "Die Spiele als Datei sichern"],
  anew: ["Start over, without the games", "Ohne die Spiele neu anfangen"],
  sure: ["All games on this phone will be gone.", "Alle Spiele auf diesem Handy sind dann weg."],
  back: ["Back", "Zurück"],
  show_code: [
    "Show this code to the phone that keeps the score.",
    "Zeig diesen Code dem Handy, auf dem der Block liegt.",
  ],
  they_scan: [
    "There, under Phones, it is scanned: that’s all, then you are at the table.",
    "Dort wird er unter „Handys“ gescannt: Das ist alles, dann sitzt du mit am Tisch.",
  ],
  come_back: [
    "Show this code to the phone that keeps the score, and you are back as who you were.",
    "Zeig diesen Code dem Handy, auf dem der Block liegt, dann bist du wieder da, als wer du warst.",
  ],
  code: ["Code to scan", "Code zum Scannen"],
  copy_code: ["Copy it as text", "Als Text kopieren"],
  copied: ["Copied", "Kopiert"],
  scan_host: [
    "Scan the code that the other phone shows under Phones.",
    "Scanne den Code, den das andere Handy unter „Handys“ zeigt.",
  ],
  scan_guest: ["Scan the code on the other phone.", "Scanne den Code auf dem anderen Handy."],
  scan_other: ["Scan a new code", "Einen neuen Code scannen"],
  paste: ["Or paste its text here", "Oder füge hier seinen Text ein"],
  use_text: ["Connect", "Verbinden"],
  no_camera: [
    "The camera can’t be used here. The text works as well.",
    "Die Kamera geht hier nicht. Mit dem Text geht es auch.",
  ],
  connecting: ["Connecting …", "Verbinde …"],
  wrong_code: [
    "This code doesn’t fit, or its ten minutes are over. Show a new one.",
    "Dieser Code passt nicht, oder seine zehn Minuten sind um. Zeig einen neuen.",
  ],
  lost: [
    "Out of reach. What you type waits here.",
    "Nicht zu erreichen. Was du tippst, wartet hier.",
  ],
  join_again: ["Join again", "Wieder dazu"],
  thrown_out: [
    "You are no longer at this table. Whoever keeps the score can show you a new code.",
    "Du sitzt nicht mehr an diesem Tisch. Wer den Block hat, kann dir einen neuen Code zeigen.",
  ],
  other_version: [
    "The two phones have different versions. Open the score pad on both with a network, then try again.",
    "Die beiden Handys haben verschiedene Versionen. Öffne den Block auf beiden mit Netz und versuche es noch einmal.",
  ],
  no_rtc: [
    "This browser cannot connect to another phone (it has no WebRTC).",
    "Dieser Browser kann sich mit keinem anderen Handy verbinden (er hat kein WebRTC).",
  ],
  play_on: ["Their phone is gone: play on here", "Das Handy ist weg: hier weiterspielen"],
  leave_table: ["Leave the table", "Den Tisch verlassen"],
};

export const word = (name) => WORDS[name][GERMAN ? 1 : 0];
