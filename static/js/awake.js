// Keep the screen on (Wake Lock API) while a page with <meta name="awake" data-here> is open. The choice is stored on
// the phone. Until there is one, the page's default (`content`) holds: "on" on a phone that keeps score for everybody.
// The table display has "always", which overrides the choice.

const page = document.querySelector("meta[name=awake]");
const box = document.querySelector("[data-awake]");
const usual = page?.content ?? "off";
let chosen = "";
try {
  chosen = localStorage.awake ?? "";
} catch {
  /* no storage: use the default */
}

/** Request a wake lock; browsers release it whenever the page is hidden. */
function stayAwake() {
  if (!document.hidden) navigator.wakeLock.request("screen").catch(() => {});
}

if (navigator.wakeLock) {
  if (page?.hasAttribute("data-here") && (usual === "always" || (chosen || usual) === "on")) {
    document.addEventListener("visibilitychange", stayAwake);
    stayAwake();
  }
  if (box) {
    box.closest("[hidden]")?.removeAttribute("hidden");
    box.checked = (chosen || usual) === "on";
    box.addEventListener("change", () => {
      try {
        localStorage.awake = box.checked ? "on" : "off";
      } catch {
        /* no storage: the default stays */
      }
    });
  }
}
