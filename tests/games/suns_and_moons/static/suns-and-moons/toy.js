// On to the next trick: what was tapped moves the focus.
for (const field of document.querySelectorAll(".suns-and-moons input[type=radio]")) {
  field.addEventListener("change", () =>
    field.closest("fieldset").nextElementSibling?.querySelector("input")?.focus(),
  );
}
