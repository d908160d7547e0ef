// The values printed on a group's own cards: show their sum while they are typed, and how far it is from the value of
// all cards.

const ALL = 120;

for (const group of document.querySelectorAll("[data-values]")) {
  const fields = [...group.querySelectorAll("input")];
  const said = group.querySelector("[data-sum-so-far]");
  const show = () => {
    const sum = fields.reduce(
      (all, field) => all + (Number(field.value) || 0) * Number(field.dataset.times ?? 1),
      0,
    );
    const off = sum - ALL;
    const words = off === 0 ? group.dataset.fits : off < 0 ? group.dataset.short : group.dataset.over;
    const typed = fields.some((field) => field.value.trim());
    said.textContent = typed ? words.replace("{sum}", sum).replace("{off}", Math.abs(off)) : "";
    said.classList.toggle("neg", typed && off !== 0);
  };
  group.addEventListener("input", show);
  show();
}
