/*
Giving out cards. The piles are tabs; a tap gives a card to the open pile, another tap takes it back. Without this
script every card is a select. The texts come from the markup; {name}, {points}, {cards}, {count}, {all}, {cost} are
replaced:

<div data-give data-rest="{name} gets the rest: {points}" data-next="Next: {name}" …>   (rounds/parts/giving.html)
  data-rest-cost    the same with the cost of the rest: "…, −{cost}" (optional, for cards with data-cost)
  data-left         "Not placed yet: {cards}";      data-many   "{count} cards left", for more than three
  data-sum          "{points} of {all}";            data-all    "All cards are given out"
  data-tap          "Tap the cards in {name}’s pile" (optional)
  data-nobody       "not placed yet"
  data-spare        how many cards may be in no pile or in the pile named by data-spare-pile (default 0)
  <div class="opts piles">
    <button type="button" class="opt tab p1" data-pile="0" data-name="Anna" data-said="with Anna" data-letters="A">
      {% who seat %}<span class="name">Anna</span><b class="fig" data-points>0</b></button>   one for each seat
    <button type="button" class="opt side" data-pile="out" data-side …>      not a player's pile; with data-out its
                                                                             cards are struck through: discarded
    <button type="button" class="opt side" data-marks="worthless" …></div>   not a pile: checks the cards' checkboxes
  <div class="cards hand">
    <span class="slot" data-card="R10" data-name="Red 10" data-points="10" data-needed>
      <label class="card give red" for="card-R10"><span>10</span>{% icon "rot" %}</label>
      <select id="card-R10" name="card-R10" aria-label="Red 10"><option value="">…<option value="0">Anna…</select>
      <label class="mark"><input type="checkbox" name="worthless" value="R10" data-mark>…</label>        optional
    data-needed       must be in a pile before the round can be saved; data-points counts for its pile
    data-cost="20"    the cost of the card if it is given out with the rest
    data-twice="out"  a second tap moves it to that pile; "mark": checks its checkbox; a third tap takes it back
    data-spoils       worth no points while its checkbox is checked
  <svg class="fit" viewBox="0 0 80 6" preserveAspectRatio="none" data-fit hidden></svg>   optional: the points as a bar
  <div class="left"><p data-open><b></b> <span></span></p>             the cards in no pile, or the data-tap of a side
  <button type="button" class="btn" data-give-rest hidden></button></div>  gives the rest to the open pile
</div>
  Cards may also be elsewhere in the form.
  data-own on the outermost element: only one player's own pile; a second tap on a side leads back to it. The form's
  data-taken and the event `taken` say which cards are in others' piles: {"R10": ["p2", "B", "with Ben"]}. They are
  shown as theirs and can still be tapped.
The outermost element has the class "giving", and "crowd" with five players or long names. The class "scripted" hides an
element without scripting, "unscripted" with it (a select `rest` for the remaining cards, say).

The main button (#save) does the first of these that applies. A card is missing if it has data-needed and is in no pile.
- With data-own, or if no card is missing: save. The button then has the page's text.
- If the pile of only one player is empty: give the missing cards (the rest) to this pile.
- If the piles of several players are empty: open the next of them.
- If no more cards are missing than data-spare allows: save.
- If a player's pile is open: give the rest to this pile. Otherwise open the first player's pile.
*/

import { wait } from "./taps.js";

const form = document.getElementById("entry");
const save = document.getElementById("save");

const LISTED = 3; // up to this number, remaining cards are listed by name

const fill = (text, facts) => (text ?? "").replace(/\{(\w+)\}/g, (_, name) => facts[name] ?? "");
const sum = (numbers) => numbers.reduce((all, each) => all + each, 0);

class Slot {
  constructor(element) {
    this.element = element;
    this.select = element.querySelector("select");
    this.mark = element.querySelector("[data-mark]");
    this.name = element.dataset.name;
    this.needed = "needed" in element.dataset;
    this.cost = Number(element.dataset.cost ?? 0);
    this.twice = element.dataset.twice;
    const label = element.querySelector("label");
    this.button = document.createElement("button");
    this.button.type = "button";
    this.button.className = label.className;
    this.plain = label.className;
    this.button.append(...label.childNodes);
    label.replaceWith(this.button);
    this.select.hidden = true;
    const marking = this.mark?.closest("label");
    if (marking) marking.hidden = true;
  }

  get pile() {
    return this.select.value;
  }
  get marked() {
    return Boolean(this.mark?.checked);
  }
  get spoiled() {
    return this.marked && "spoils" in this.element.dataset;
  }
  get points() {
    return this.spoiled ? 0 : Number(this.element.dataset.points ?? 0);
  }

  give(pile) {
    this.select.value = pile;
    if (this.twice === "mark") this.mark.checked = false;
  }

  tap(open) {
    if (open.dataset.marks) {
      if (this.mark) this.mark.checked = !this.mark.checked;
      return;
    }
    const pile = open.dataset.pile;
    if (this.pile === pile && this.twice === "mark" && !this.marked) this.mark.checked = true;
    else if (this.pile === pile && this.twice && this.twice !== "mark" && this.twice !== pile)
      this.give(this.twice);
    else if (this.pile === pile || (this.pile && this.pile === this.twice)) this.give("");
    else this.give(pile);
  }
}

class Giving {
  constructor(root) {
    this.root = root;
    this.say = root.dataset;
    this.slots = [...form.querySelectorAll("[data-card]")].map((element) => new Slot(element));
    this.tabs = [...root.querySelectorAll("[data-pile], [data-marks]")];
    this.players = this.tabs.filter((tab) => tab.dataset.pile && !("side" in tab.dataset));
    this.open = this.untouched[0] ?? this.players[0];
    this.saves = save && [...save.childNodes];
    for (const tab of this.tabs) tab.addEventListener("click", () => this.choose(tab));
    for (const slot of this.slots)
      slot.button.addEventListener("click", () => {
        slot.tap(this.open);
        this.changed();
      });
    this.own = "own" in root.dataset;
    if (this.own) {
      this.taken = JSON.parse(form.dataset.taken ?? "{}");
      form.addEventListener("taken", ({ detail }) => {
        this.taken = detail;
        this.show();
      });
    }
    this.restButton = root.querySelector("[data-give-rest]");
    this.restButton?.addEventListener("click", () => this.giveRest(this.open));
    save?.addEventListener("click", (event) => this.main(event));
    for (const part of root.querySelectorAll("[data-fit]")) part.removeAttribute("hidden");
    // Also after the page was restored from the back/forward cache or the browser has filled in the fields.
    addEventListener("pageshow", () => this.show());
    addEventListener("resize", () => this.reserve());
    this.reserve();
  }

  pile(tab) {
    return this.slots.filter((slot) => slot.pile === tab.dataset.pile);
  }
  get untouched() {
    return this.players.filter((tab) => !this.pile(tab).length);
  }
  get missing() {
    return this.slots.filter((slot) => slot.needed && !slot.pile);
  }

  choose(tab) {
    this.open = this.own && tab === this.open ? this.players[0] : tab;
    this.show();
  }

  changed() {
    this.show();
    form.dispatchEvent(new Event("input", { bubbles: true }));
  }

  giveRest(tab) {
    for (const slot of this.missing) slot.give(tab.dataset.pile);
    this.open = tab;
    this.changed();
  }

  /** The action of the main button: open the pile `tab` or, if `rest` is true, give it the rest; null: save. */
  get next() {
    if (this.own) return null;
    const missing = this.missing;
    if (!missing.length) return null;
    const untouched = this.untouched;
    if (untouched.length === 1) return { tab: untouched[0], rest: true };
    if (untouched.length) {
      const here = this.players.indexOf(this.open);
      const after = untouched.find((tab) => this.players.indexOf(tab) > here);
      return { tab: after ?? untouched.find((tab) => tab !== this.open), rest: false };
    }
    const side = sum(this.slots.map((slot) => Number(this.aside(slot))));
    if (missing.length <= Number(this.say.spare ?? 0) - side) return null;
    return this.players.includes(this.open)
      ? { tab: this.open, rest: true }
      : { tab: this.players[0], rest: false };
  }

  aside(slot) {
    return Boolean(this.say.sparePile) && slot.pile === this.say.sparePile;
  }

  main(event) {
    const next = this.next;
    if (!next) return;
    event.preventDefault();
    if (next.rest) this.giveRest(next.tab);
    else this.choose(next.tab);
    if (!this.next) wait(save); // from now on, a tap saves
  }

  restText(tab) {
    const missing = this.missing;
    const cost = sum(missing.map((slot) => slot.cost));
    const words = cost && this.say.restCost ? this.say.restCost : this.say.rest;
    return fill(words, { name: tab.dataset.name, points: sum(missing.map((slot) => slot.points)), cost });
  }

  show() {
    for (const slot of this.slots) this.showSlot(slot);
    for (const tab of this.tabs) {
      tab.setAttribute("aria-pressed", String(tab === this.open));
      const points = tab.querySelector("[data-points]");
      if (points) points.textContent = sum(this.pile(tab).map((slot) => slot.points));
    }
    const hint = (this.own ? this.root : document).querySelector("[data-hint]");
    if (hint) hint.textContent = this.open.dataset.tap ?? fill(this.say.tap, { name: this.open.dataset.name });
    this.showOpen();
    this.showStrip();
    this.showButtons();
  }

  showSlot(slot) {
    const tab = this.tabs.find((each) => each.dataset.pile === slot.pile && slot.pile);
    const colour = tab && !("side" in tab.dataset) ? [...tab.classList].find((name) => /^p\d$/.test(name)) : "side";
    slot.button.className = slot.plain;
    if (tab) slot.button.classList.add(colour);
    slot.button.classList.toggle("now", Boolean(tab) && tab === this.open);
    slot.button.classList.toggle("out", slot.marked || tab?.dataset.out !== undefined);
    if (tab) slot.button.dataset.who = tab.dataset.letters;
    else delete slot.button.dataset.who;
    const theirs = !tab && this.taken?.[slot.element.dataset.card];
    slot.button.classList.toggle("theirs", Boolean(theirs));
    if (theirs) {
      slot.button.classList.add(theirs[0]);
      slot.button.dataset.who = theirs[1];
    }
    const said = [slot.name, tab ? tab.dataset.said : theirs ? theirs[2] : this.say.nobody];
    if (slot.marked) said.push(slot.mark.closest("label").textContent.trim());
    slot.button.setAttribute("aria-label", said.join(", "));
  }

  get line() {
    return this.root.querySelector("[data-open]");
  }

  leftText(slots) {
    const cards = slots.map(({ element, name }) => element.dataset.short ?? name).join(", ");
    return fill(slots.length > LISTED ? this.say.many : this.say.left, { cards, count: slots.length });
  }

  /** Reserve the greatest height that the text and the button ever need, so that nothing below them moves. */
  reserve() {
    this.show();
    const box = this.line?.parentElement;
    if (!box) return;
    box.style.minBlockSize = "";
    const longest = (texts) => texts.reduce((one, other) => (other.length > one.length ? other : one), "");
    this.restButton.hidden = false;
    this.restButton.textContent = longest(this.players.map((tab) => this.restText(tab)));
    const listed = this.slots.toSorted((one, other) => other.name.length - one.name.length).slice(0, LISTED);
    const asked = this.tabs.map((tab) => tab.dataset.tap);
    const said = [this.leftText(this.slots), this.leftText(listed), this.say.all, ...asked];
    const heights = said.map((text = "") => {
      this.line.querySelector("span").textContent = text;
      return box.offsetHeight;
    });
    box.style.minBlockSize = `${Math.max(...heights)}px`;
    this.show();
  }

  showOpen() {
    if (!this.line) return;
    const missing = this.missing;
    const all = sum(this.slots.map((slot) => slot.points));
    const given = all - sum(missing.map((slot) => slot.points));
    this.line.className = this.next ? "open" : "sum";
    this.line.querySelector("span").textContent =
      this.open.dataset.tap ?? (missing.length ? this.leftText(missing) : (this.say.all ?? ""));
    this.line.querySelector("b").textContent = fill(this.say.sum, { points: given, all });
  }

  showStrip() {
    const strip = this.root.querySelector("svg[data-fit]");
    if (!strip) return;
    const all = sum(this.slots.map((slot) => slot.points));
    strip.setAttribute("viewBox", `0 0 ${all || 1} 6`);
    strip.querySelectorAll("rect").forEach((rect) => rect.remove());
    let from = 0;
    const part = (name, width) => {
      if (!width) return;
      const rect = document.createElementNS("http://www.w3.org/2000/svg", "rect");
      for (const [key, value] of Object.entries({ class: name, x: from, width, height: 6 }))
        rect.setAttribute(key, value);
      strip.append(rect);
      from += width;
    };
    for (const tab of this.tabs) {
      if (!tab.dataset.pile) continue;
      part(
        [...tab.classList].find((name) => /^p\d$/.test(name)) ?? "side",
        sum(this.pile(tab).map((slot) => slot.points)),
      );
    }
    part("rest", all - from);
  }

  showButtons() {
    const next = this.next;
    if (this.restButton) {
      const shown =
        this.missing.length && this.players.includes(this.open) && !(next?.rest && next.tab === this.open);
      this.restButton.hidden = !shown;
      if (shown) this.restButton.textContent = this.restText(this.open);
    }
    if (!save) return;
    if (!next) {
      save.replaceChildren(...this.saves);
      return;
    }
    const sign = next.tab.querySelector(".who")?.cloneNode(true) ?? "";
    const words = document.createElement("span");
    words.textContent = next.rest ? this.restText(next.tab) : fill(this.say.next, { name: next.tab.dataset.name });
    save.replaceChildren(sign, words);
  }
}

for (const root of document.querySelectorAll("[data-give]")) new Giving(root);
