// A picture to share goes to the phone's share sheet; where there is none, its link opens it.
document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-picture]");
  if (!link || !navigator.canShare) return;
  event.preventDefault();
  import("./picture.js").then(({ share }) => share(link.href)).catch(() => location.assign(link.href));
});
