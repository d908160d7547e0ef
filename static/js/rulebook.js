// The rulebook. The server searches (htmx, while typing); this script scrolls to the results.

const form = document.getElementById("search");
const field = document.getElementById("q");

// Scroll to the beginning of the results.
form.addEventListener("htmx:after:swap", () => {
  const book = document.getElementById("book");
  const found = document.getElementById("found").parentElement;
  if (field.value) scrollTo({ top: Math.min(scrollY, book.offsetTop - form.offsetHeight - found.offsetHeight) });
});
form.addEventListener("submit", () => field.blur()); // closes the on-screen keyboard

// The footer's links open the table of contents and focus the search field.
document.addEventListener("click", (event) => {
  const link = event.target.closest("a[href^='#']");
  if (link?.hash === "#contents") document.getElementById("contents").open = true;
  if (link?.hash !== "#search") return;
  event.preventDefault();
  scrollTo({ top: 0 });
  field.focus();
});
