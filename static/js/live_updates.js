// Live updates. Elements with a tag (hx-ptag) ask the server for something new on the event "look" and every second; in
// Pocket, the app without a server, only on "look" (web/parts/live_updates.html). They send their tag. The server
// answers 304, or 200 with new content and a new tag.
// Hidden pages do not poll; a page asks as soon as it is visible again.

const follows = (event) => event.target.matches?.("[hx-ptag]");

document.addEventListener("htmx:before:request", (event) => {
  if (!follows(event)) return;
  if (document.hidden) event.preventDefault();
  const { request } = event.detail.ctx;
  request.headers["HX-PTag"] = event.target.getAttribute("hx-ptag");
  request.cache = "no-store"; // otherwise Firefox turns a 304 into the whole page from its cache
});
document.addEventListener("visibilitychange", () => {
  if (!document.hidden)
    for (const each of document.querySelectorAll("[hx-ptag]")) each.dispatchEvent(new Event("look"));
});

// Show a notice after two failed requests in a row.
const lost = document.getElementById("lost");
let missed = 0;
function onAnswer(answered) {
  missed = answered ? 0 : missed + 1;
  if (lost) lost.hidden = missed < 2;
}
// Swap only what has a tag: after any other answer, such as that of a proxy, htmx would render the page again.
// If the server says that the page is gone or access was denied, reload it, so that it says so.
document.addEventListener("htmx:before:response", (event) => {
  if (!follows(event)) return;
  const { status, headers } = event.detail.ctx.response;
  const isWithoutTag = !event.target.getAttribute("hx-ptag"); // Pocket's page of phones has none
  if (status === 200 && (isWithoutTag || headers.has("HX-PTag") || headers.has("HX-Redirect"))) return;
  event.preventDefault();
  if ([403, 404, 410].includes(status) && headers.has("Cross-Origin-Resource-Policy")) location.reload();
  else onAnswer(status === 304);
});
document.addEventListener("htmx:after:request", (event) => {
  if (follows(event)) onAnswer(true);
});
document.addEventListener("htmx:error", (event) => {
  if (follows(event)) onAnswer(false);
});
