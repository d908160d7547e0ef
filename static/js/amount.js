// The app's own keypad for an amount of money. Without this script, the phone's keyboard types into the same field.

const field = document.querySelector("[data-decimals]");
const keypad = document.querySelector("[data-keypad]");

if (field && keypad) {
  keypad.hidden = false;
  field.inputMode = "none";
  keypad.addEventListener("click", (event) => {
    const key = event.target.closest("[data-key]");
    if (!key) return;
    field.value = after(field.value, key.dataset.key, key.textContent.trim());
    field.dispatchEvent(new Event("input", { bubbles: true }));
  });
}

function after(text, name, sign) {
  if (name === "del") return text.slice(0, -1);
  const [, part] = text.split(/[.,]/);
  if (name === "point") return part === undefined ? `${text || "0"}${sign}` : text;
  return part?.length >= Number(field.dataset.decimals) || text.length >= 12 ? text : text + name;
}
