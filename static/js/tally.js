/*
Counting by taps. Each player has a button; each tap counts one more. A tap when the group's maximum is reached sets the
count to 0. Without this script, the buttons are small number fields. The markup:

<div class="tally" data-tally data-most="2" data-worth="10" data-single>
  <label class="opt p1">
    {% who seat %}<span class="vh">Guard: Anna</span><input inputmode="numeric" name="bonus-gardist-0" value="">
  </label> …

In a <details class="asking">, the summary's [data-has] shows who has a count above 0.

data-most    The maximum of the whole group.
data-single  Only one player can have a count: a tap on one button sets the counts of the other buttons to 0.
data-worth   The points for a count of 1. The button shows the points ("+20") instead of the count.
*/

const form = document.getElementById("entry");

class Counter {
  constructor(label, group) {
    this.field = label.querySelector("input");
    this.group = group;
    this.sign = label.querySelector(":scope > .who");
    this.button = document.createElement("button");
    this.button.type = "button";
    this.button.className = label.className;
    this.figure = document.createElement("b");
    this.button.append(...[...label.childNodes].filter((node) => node !== this.field), this.figure);
    this.field.hidden = true;
    label.replaceWith(this.button);
    this.button.after(this.field);
  }

  get count() {
    return Number(this.field.value) || 0;
  }
  set count(number) {
    this.field.value = number || "";
  }

  show() {
    const amount = this.count * Number(this.group.dataset.worth ?? 1);
    const sign = amount > 0 && this.group.dataset.worth ? "+" : "";
    this.figure.textContent = this.count ? `${sign}${amount}`.replace("-", "−") : "";
    this.button.setAttribute("aria-pressed", String(this.count > 0));
  }
}

for (const group of form.querySelectorAll("[data-tally]")) {
  const counters = [...group.querySelectorAll("label")].map((label) => new Counter(label, group));
  const most = Number(group.dataset.most ?? 99);
  const has = group.closest("details")?.querySelector("[data-has]");
  const show = () => {
    for (const each of counters) each.show();
    const having = counters.filter((each) => each.count);
    has?.replaceChildren(...having.flatMap((each) => [each.sign.cloneNode(true), each.figure.textContent]));
  };
  for (const counter of counters) {
    counter.button.addEventListener("click", () => {
      if ("single" in group.dataset) for (const other of counters) if (other !== counter) other.count = 0;
      const all = counters.reduce((sum, each) => sum + each.count, 0);
      counter.count = all < most ? counter.count + 1 : 0;
      show();
      counter.field.dispatchEvent(new Event("input", { bubbles: true }));
    });
  }
  addEventListener("pageshow", show); // also when restored from the back/forward cache
  show();
}
