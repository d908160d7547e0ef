// Full screen for the table display, if the browser supports it. site.js keeps the screen on.
const fill = document.querySelector("[data-fill]");
if (fill && document.documentElement.requestFullscreen) {
  fill.hidden = false;
  fill.addEventListener("click", () =>
    document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen(),
  );
}

// Mark the seats whose totals have changed, for a while.
const SHOWN = 10_000; // milliseconds
const seats = () => [...document.querySelectorAll(".around > .pad")];
const totals = () => seats().map((seat) => seat.querySelector(".giant").textContent);
let before = totals();
let ends;
document.addEventListener("htmx:after:swap", () => {
  const now = totals();
  if (now.join() === before.join()) return;
  seats().forEach((seat, index) => seat.toggleAttribute("data-landed", now[index] !== before[index]));
  before = now;
  clearTimeout(ends);
  ends = setTimeout(() => seats().forEach((seat) => seat.removeAttribute("data-landed")), SHOWN);
});
