/** What every page gets on top: it works without, only a little less handily. */

/** A box under a password field that shows what was typed. */
function reveal(field) {
  const label = document.createElement("label");
  label.className = "reveal";
  const box = document.createElement("input");
  box.type = "checkbox";
  box.addEventListener("change", () => { field.type = box.checked ? "text" : "password"; });
  label.append(box, document.body.dataset.show ?? "");
  field.after(label);
}

/** A form sent twice by an impatient thumb goes out once. */
function once(event) {
  const form = event.target;
  if (!form.matches("form[data-once]")) { return; }
  if (form.dataset.sent) { event.preventDefault(); return; }
  form.dataset.sent = "1";
}

document.querySelectorAll("input[data-reveal]").forEach(reveal);
document.addEventListener("submit", once);  // those, too, that come with what is new on the page
// Back from the browser's memory: the form may be sent again.
addEventListener("pageshow", () => document.querySelectorAll("form[data-once]").forEach((form) => { delete form.dataset.sent; }));

document.querySelectorAll("[data-copy]").forEach((button) => {
  if (!navigator.clipboard) { return; }
  button.hidden = false;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(button.dataset.copy);
    button.querySelector("span").textContent = button.dataset.done;
  });
});
