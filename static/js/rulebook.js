// The rulebook: the search is the server's, by htmx while one types; here is where the page then stands.
// Without this file everything is there, and one scrolls.

const form = document.getElementById("search");
const field = document.getElementById("q");

// The answer in sight, from its beginning.
form.addEventListener("htmx:after:swap", () => {
  const book = document.getElementById("book");
  const found = document.getElementById("found").parentElement;
  if (field.value) scrollTo({ top: Math.min(scrollY, book.offsetTop - form.offsetHeight - found.offsetHeight) });
});
form.addEventListener("submit", () => field.blur()); // the phone's keyboard makes room for the answer

// The contents fold away once one has chosen; the foot opens them again and leads into the search field.
document.addEventListener("click", (event) => {
  const link = event.target.closest("a[href^='#']");
  if (link?.hash === "#contents") document.getElementById("contents").open = true;
  if (link?.hash !== "#search") return;
  event.preventDefault();
  scrollTo({ top: 0 });
  field.focus();
});
