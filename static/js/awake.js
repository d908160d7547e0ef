// The phone on the table stays on, where the browser can: a setting of the phone. Until it was chosen, the page says
// what is usual (`<meta name="awake">`): on for whoever writes for all; always on the display.

const page = document.querySelector("meta[name=awake]");
const box = document.querySelector("[data-awake]");
const usual = page?.content ?? "off";
let chosen = "";
try {
  chosen = localStorage.awake ?? "";
} catch {
  /* no storage: what is usual */
}

/** Browsers let go of it whenever the page is hidden. */
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
        /* it stays as usual */
      }
    });
  }
}
