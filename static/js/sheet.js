// A button for the browser's print dialog.
document.querySelector("[data-print]")?.addEventListener("click", () => print());
