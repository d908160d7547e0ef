// Move the focus to the next trick once the winner of a trick is tapped.
for (const field of document.querySelectorAll(".suns-and-moons input[type=radio]")) {
  field.addEventListener("change", () =>
    field.closest("fieldset").nextElementSibling?.querySelector("input")?.focus(),
  );
}
