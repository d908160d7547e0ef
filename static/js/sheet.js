// The browser's own print, one tap away.
document.querySelector("[data-print]")?.addEventListener("click", () => print());
