// Following other phones: each element with a tag (hx-ptag) asks every second whether there is something new, and shows
// its tag. What is new comes with another one.
// A phone that nobody looks at does not ask; one that is looked at again asks at once.

const follows = (event) => event.target.matches?.("[hx-ptag]");

document.addEventListener("htmx:before:request", (event) => {
  if (!follows(event)) return;
  if (document.hidden) event.preventDefault();
  const { request } = event.detail.ctx;
  request.headers["HX-PTag"] = event.target.getAttribute("hx-ptag");
  request.cache = "no-store"; // or Firefox takes a 304 for leave to put in the whole page, which it keeps
});
document.addEventListener("visibilitychange", () => {
  if (!document.hidden)
    for (const each of document.querySelectorAll("[hx-ptag]")) each.dispatchEvent(new Event("look"));
});

// After two requests without an answer, a notice says so. If the page is gone or forbidden, the page itself says so.
const lost = document.getElementById("lost");
let missed = 0;
function onAnswer(answered) {
  missed = answered ? 0 : missed + 1;
  if (lost) lost.hidden = missed < 2;
}
// Swap only if there is something new: otherwise htmx would draw the page again after every answer, under the thumb.
document.addEventListener("htmx:before:response", (event) => {
  if (!follows(event)) return;
  const { status } = event.detail.ctx.response;
  if (status === 200) return;
  event.preventDefault();
  if (status === 403 || status === 404) location.reload();
  else onAnswer(status < 400);
});
document.addEventListener("htmx:after:request", (event) => {
  if (follows(event)) onAnswer(true);
});
document.addEventListener("htmx:error", (event) => {
  if (follows(event)) onAnswer(false);
});
