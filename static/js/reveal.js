// A checkbox below a new password's field that shows the password.

for (const field of document.querySelectorAll("input[data-reveal]")) {
  const label = document.createElement("label");
  label.className = "reveal";
  const box = document.createElement("input");
  box.type = "checkbox";
  box.addEventListener("change", () => {
    field.type = box.checked ? "text" : "password";
  });
  label.append(box, field.dataset.reveal);
  field.after(label);
}
