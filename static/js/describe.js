/**
 * Describing a game. Removing a line moves the values of the lines below it up, and empties and closes the last open
 * line.
 */

const lines = [...document.querySelectorAll(".describe .line")];
const fields = (part) => [...part.querySelectorAll("input")];

for (const button of document.querySelectorAll("[data-remove]")) {
  button.hidden = false;
  button.addEventListener("click", () => remove(lines.indexOf(button.closest(".line"))));
}

function remove(place) {
  const last = lines.filter((line) => line.open ?? true).length - 1;
  for (let at = place; at <= last; at++)
    fields(lines[at]).forEach((field, index) => {
      field.value = at < last ? fields(lines[at + 1])[index].value : field.name.endsWith("worth") ? "1" : "";
      field.removeAttribute("aria-invalid");
    });
  for (const line of lines.slice(place)) for (const said of line.querySelectorAll(".errors")) said.remove();
  lines[last].open = false;
  lines[0].closest("form").dispatchEvent(new Event("input", { bubbles: true }));
  document.querySelector(".describe .line:not([open]) > summary")?.focus();
}
