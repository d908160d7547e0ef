// The pad: rows open in place, and stay open when another phone has entered a round.
// Without this file each row's link opens it.

const opened = new Set();

function show(link) {
  const row = document.getElementById(link.dataset.opens);
  const open = opened.has(link.dataset.opens);
  row.hidden = !open;
  link.setAttribute("aria-expanded", String(open));
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-opens]");
  if (!link) return;
  event.preventDefault();
  const row = document.getElementById(link.dataset.opens);
  if (row.hidden) opened.add(link.dataset.opens);
  else opened.delete(link.dataset.opens);
  show(link);
});

document.addEventListener("keydown", (event) => {
  if (event.key === " " && event.target.matches?.("a[data-opens]")) {
    event.preventDefault();
    event.target.click();
  }
});

for (const link of document.querySelectorAll("a[data-opens][aria-expanded=true]")) opened.add(link.dataset.opens);
new MutationObserver(() => {
  for (const link of document.querySelectorAll("a[data-opens]")) if (opened.has(link.dataset.opens)) show(link);
}).observe(document.getElementById("main"), { childList: true, subtree: true });
