/** Describing a game: while a line is typed, the next one opens. Enter goes there. */

const lines = [...document.querySelectorAll(".describe .line")];
const label = (line) => line?.querySelector("input");

for (const [place, line] of lines.entries()) {
  label(line).addEventListener("input", () => {
    if (lines[place + 1]) lines[place + 1].open = true;
  });
  label(line).addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !event.target.value || !lines[place + 1]) return;
    event.preventDefault();
    label(lines[place + 1]).focus();
  });
}
