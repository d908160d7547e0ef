// The app's own keypad for an amount of money, and what each bears of it. Without this script, the
// phone's keyboard types into the same field.

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

// What each person bears, while one types: in cents, as the server rounds the rest to whoever paid.
const each = document.querySelector("[data-each]");
each?.closest("form").addEventListener("input", tellEach);

function tellEach() {
  const form = each.closest("form");
  const people = form.querySelectorAll("[name=people]:checked").length;
  const sum = Number(field.value.replace(",", "."));
  const currency = form.elements.currency.value.trim().toUpperCase();
  each.textContent = "";
  if (!(sum > 0) || !people || form.elements.by.checked || !/^[A-Z]{3}$/.test(currency)) return;
  const money = new Intl.NumberFormat(document.documentElement.lang, { style: "currency", currency });
  each.textContent = each.dataset.each.replace("{sum}", money.format(sum / people));
}

function after(text, name, sign) {
  if (name === "del") return text.slice(0, -1);
  const [, part] = text.split(/[.,]/);
  if (name === "point") return part === undefined ? `${text || "0"}${sign}` : text;
  return part?.length >= Number(field.dataset.decimals) || text.length >= 12 ? text : text + name;
}
