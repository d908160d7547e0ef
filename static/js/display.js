// The display on the table stays awake and may fill the screen, where the browser allows it.
const fill = document.querySelector("[data-fill]");
if (fill && document.documentElement.requestFullscreen) {
  fill.hidden = false;
  fill.addEventListener("click", () =>
    document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen(),
  );
}
if (navigator.wakeLock) {
  const stayAwake = () => {
    if (!document.hidden) navigator.wakeLock.request("screen").catch(() => {});
  };
  document.addEventListener("visibilitychange", stayAwake);
  stayAwake();
}
