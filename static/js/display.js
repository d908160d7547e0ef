// The display on the table may fill the screen, where the browser allows it; awake.js keeps it on.
const fill = document.querySelector("[data-fill]");
if (fill && document.documentElement.requestFullscreen) {
  fill.hidden = false;
  fill.addEventListener("click", () =>
    document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen(),
  );
}

// What a round gave shows for a while where it has come.
const SHOWN = 10_000; // milliseconds
const seats = () => [...document.querySelectorAll(".around > .pad")];
const standing = () => seats().map((seat) => seat.querySelector(".giant").textContent);
let before = standing();
let ends;
document.addEventListener("htmx:after:swap", () => {
  const now = standing();
  if (now.join() === before.join()) return;
  seats().forEach((seat, index) => seat.toggleAttribute("data-landed", now[index] !== before[index]));
  before = now;
  clearTimeout(ends);
  ends = setTimeout(() => seats().forEach((seat) => seat.removeAttribute("data-landed")), SHOWN);
});
