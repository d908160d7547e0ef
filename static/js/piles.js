/*
Giving out cards. Piles are tabs; a tap gives a card to the open pile, another takes it back. Without this file every
card is a select. The markup (words come from it; {name}, {points}, {cards}, {count}, {all}, {cost} are filled in):

<div data-give data-rest="{name} gets the rest: {points}" data-next="Next: {name}" …>   (entry/parts/giving.html)
  data-rest-cost    the same with what the rest costs: "…, −{cost}" (optional, for cards with data-cost)
  data-left         "Not placed yet: {cards}"; data-many "{count} cards left", for more than three
  data-sum          "{points} of {all}";          data-tap  "Tap the cards in {name}’s pile" (optional)
  data-nobody       "not placed yet";               data-spare  how many cards may stay with nobody
                    (default 0), less those on the pile named by data-spare-pile
  <div class="opts piles">
    <button type="button" class="opt tab p1" data-pile="0" data-name="Anna" data-said="with Anna" data-letters="A">
      {% who seat %}<span class="name">Anna</span><b class="fig" data-points>0</b></button>   one each, by seat
    <button type="button" class="opt side" data-pile="out" data-side …>      a pile of nobody: laid aside; with data-out
                                                                             its cards are struck through: discarded
    <button type="button" class="opt side" data-marks="worthless" …></div>   not a pile: ticks the cards' checkboxes
  <div class="cards hand">
    <span class="slot" data-card="R10" data-name="Red 10" data-points="10" data-needed>
      <label class="card give red" for="card-R10"><span>10</span>{% icon "rot" %}</label>
      <select id="card-R10" name="card-R10" aria-label="Red 10"><option value="">…<option value="0">Anna…</select>
      <label class="mark"><input type="checkbox" name="worthless" value="R10" data-mark>…</label>        optional
    data-needed       must lie somewhere before the round can be saved; data-points counts for its pile
    data-cost="20"    told on the main button when it goes with the rest
    data-twice="out"  a second tap puts it on that pile; "mark" ticks its checkbox instead; the third takes it back
    data-spoils       the ticked card is worth nothing
  <svg class="fit" viewBox="0 0 80 6" preserveAspectRatio="none" data-fit hidden></svg>   the strip, if wanted
  <div class="left"><p data-open><b></b> <span></span></p>             what is still with nobody, or what a side asks
  <button type="button" class="btn" data-give-rest hidden></button></div>  the rest to the open pile
</div>
  Cards may also stand elsewhere in the form.
  data-own on the whole: one player's own pile, to which a second tap on a side leads back; the form's data-taken and
  the event `taken` say which cards are in others' piles: {"R10": ["p2", "B", "with Ben"]}. They are shown as theirs,
  and can still be tapped.
.giving round the whole, .crowd on it for five players or long names; class "scripted" hides what a page without
scripts cannot use, "unscripted" what only such a page needs (a select `rest` for the rest, say).

The main button (#save) says the next sensible thing: the next pile, the rest to the last untouched one, and then
again what the page wrote on it.
*/

import { wait } from "./taps.js";

const form = document.getElementById("entry");
const save = document.getElementById("save");

const LISTED = 3; // of so many cards that are left, each is named

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
    // Back from the browser's memory, which fills in what was typed after this file ran.
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

  /** What the main button does now: nothing of ours means it saves. */
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
    if (!this.next) wait(save); // from now on it saves
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

  /** What is open has as much room as it ever takes, beside the longest button: what lies below stays where it is. */
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
