// Searching the rulebook while one types, by the same rules as the server: scorekeeper/nights/rulebook.py.
// Without this file the form asks the server.

const form = document.getElementById("search");
const field = document.getElementById("q");
const said = document.getElementById("found");
const all = document.getElementById("all");
const text = document.getElementById("text");
const book = document.getElementById("book");
const WRAPPERS = new Set(["UL", "OL", "DL", "TABLE", "TBODY", "BLOCKQUOTE", "DIV"]);
const HEADINGS = new Set(["H2", "H3"]);

/** As one spells it or not; `places` tells where in the text each letter came from. */
function fold(raw) {
  const letters = [];
  const places = [];
  let place = 0;
  for (const letter of raw) {
    for (const part of letter.toLowerCase().replace("ß", "ss").normalize("NFKD")) {
      if (/\p{M}|\u00ad/u.test(part)) continue;
      if (part === "e" && "aou".includes(letters.at(-1) ?? "-") && places.at(-1) === place - 1) continue;
      letters.push(part);
      places.push(place);
    }
    place += letter.length;
  }
  return { text: letters.join(""), places };
}

/** Headings, paragraphs, points of a list, rows of a table. The cards of an example are none. */
function pieces(section) {
  return [...section.children].flatMap((each) => {
    if (each.matches(".example, thead")) return [];
    return WRAPPERS.has(each.tagName) ? pieces(each) : [each];
  });
}

/** What a piece says, without what is drawn beside it. */
function words(piece) {
  const copy = piece.cloneNode(true);
  copy.querySelectorAll(".beside-heading, .ruling-mark").forEach((each) => each.remove());
  return fold(copy.textContent).text;
}

// Read once, from the whole book.
const sections = [...text.querySelectorAll(":scope > section")].map((element) => {
  const heading = HEADINGS.has(element.children[0]?.tagName) ? element.children[0] : null;
  return {
    element,
    heading,
    title: heading ? words(heading) : "",
    pieces: pieces(element).filter((piece) => piece !== heading).map((piece) => ({ piece, text: words(piece) })),
    examples: [...element.querySelectorAll(".example")],
  };
});

function unmark() {
  for (const mark of text.querySelectorAll("mark")) mark.replaceWith(...mark.childNodes);
  text.normalize();
}

function hits(raw, wanted) {
  const folded = fold(raw);
  const found = [];
  for (const word of wanted) {
    let at = folded.text.indexOf(word);
    while (at >= 0) {
      const last = at + word.length;
      found.push([folded.places[at], folded.places[last] ?? raw.length]);
      at = folded.text.indexOf(word, last);
    }
  }
  found.sort((one, other) => one[0] - other[0] || one[1] - other[1]);
  const merged = [];
  for (const [start, end] of found) {
    const before = merged.at(-1);
    if (before && start < before[1]) before[1] = Math.max(before[1], end);
    else merged.push([start, end]);
  }
  return merged;
}

function mark(element, wanted) {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const nodes = [];
  while (walker.nextNode()) {
    if (!walker.currentNode.parentElement.closest(".beside-heading, .ruling-mark")) nodes.push(walker.currentNode);
  }
  for (const node of nodes) {
    for (const [start, end] of hits(node.data, wanted).reverse()) {
      const found = node.splitText(start);
      found.splitText(end - start);
      const marked = document.createElement("mark");
      found.replaceWith(marked);
      marked.append(found);
    }
  }
}

function search() {
  const wanted = field.value.split(/\s+/).map((word) => fold(word).text).filter(Boolean);
  unmark();
  const searching = wanted.length > 0;
  book.classList.toggle("searching", searching);
  let found = 0;
  let chapter = null;
  let chapterAnswers = false;
  for (const section of sections) {
    const answers = section.title !== "" && wanted.every((word) => section.title.includes(word));
    if (section.heading?.tagName === "H2") {
      chapter = section;
      chapterAnswers = answers;
    }
    let shown = 0;
    for (const { piece, text: own } of section.pieces) {
      const both = `${section.title} ${own}`;
      const here = !searching || answers || chapterAnswers
        || (wanted.every((word) => both.includes(word)) && wanted.some((word) => own.includes(word)));
      piece.hidden = !here;
      shown += here;
    }
    for (const example of section.examples) example.hidden = example.previousElementSibling?.hidden ?? !shown;
    section.element.hidden = searching && !shown;
    found += shown;
    if (searching && shown) {
      if (chapter) chapter.element.hidden = false;
      if (section.heading) mark(section.heading, wanted);
      for (const { piece } of section.pieces) if (!piece.hidden) mark(piece, wanted);
    }
  }
  all.hidden = !searching;
  said.textContent = searching ? (found ? `${form.dataset.found}${found}` : form.dataset.none) : "";
}

field.addEventListener("input", () => {
  search();
  form.scrollIntoView({ block: "nearest" });
  if (field.value) scrollTo({ top: Math.min(scrollY, book.offsetTop - form.offsetHeight - said.offsetHeight) });
});
all.addEventListener("click", (event) => {
  event.preventDefault();
  field.value = "";
  search();
});
form.addEventListener("submit", (event) => {
  event.preventDefault();
  search();
  field.blur(); // the phone's keyboard makes room for the answer
});

// The contents fold away once one has chosen; the foot opens them again and leads into the search field.
const contents = document.getElementById("contents");
document.addEventListener("click", (event) => {
  const link = event.target.closest("a[href^='#']");
  if (!link) return;
  if (book.classList.contains("searching")) {
    field.value = "";
    search();
  }
  if (link.hash === "#contents") contents.open = true;
  if (link.dataset.focus) {
    event.preventDefault();
    scrollTo({ top: 0 });
    document.getElementById(link.dataset.focus).focus();
  }
});

if (field.value) search();
