// Sounds, if turned on under "Me": a tick with a short vibration for each key, a thud when the main button submits a
// form. Both are synthesised, without a file. The vibration after a save (outbox.js) does not depend on this.

const box = document.querySelector("[data-sound]");
let on = false;
try {
  on = localStorage.sound === "on";
} catch {
  /* no storage: it stays off */
}

let audio;
/** Play a tone that falls from one frequency (Hz) to another and fades out; `length` in seconds. */
function play(type, from, to, loudness, length) {
  audio ??= new AudioContext();
  const wave = audio.createOscillator();
  const volume = audio.createGain();
  const now = audio.currentTime;
  wave.type = type;
  wave.frequency.setValueAtTime(from, now);
  wave.frequency.exponentialRampToValueAtTime(to, now + length);
  volume.gain.setValueAtTime(loudness, now);
  volume.gain.exponentialRampToValueAtTime(0.001, now + length);
  wave.connect(volume).connect(audio.destination);
  wave.start(now);
  wave.stop(now + length);
}
function tick() {
  play("triangle", 1800, 900, 0.08, 0.03);
  navigator.vibrate?.(4);
}
function thud() {
  play("sine", 150, 45, 0.5, 0.16);
}

document.addEventListener("pointerdown", ({ target }) => {
  if (on && target.closest?.("[data-key]")) tick();
});
document.addEventListener("submit", ({ submitter }) => {
  if (on && submitter?.matches(".main")) thud();
});

if (box) {
  box.checked = on;
  box.addEventListener("change", () => {
    on = box.checked;
    try {
      if (on) localStorage.sound = "on";
      else localStorage.removeItem("sound");
    } catch {
      /* no storage: it holds while this page is open */
    }
    if (on) thud();
  });
}
