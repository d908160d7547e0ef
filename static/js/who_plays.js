// Who plays: a tap on a gap of the table says where the one who joins sits. Without this script, the form asks it.

const form = document.getElementById("seats");
form.addEventListener("click", ({ target }) => {
  const gap = target.closest("[data-after]");
  const after = gap && form.querySelector(`[name=after][value="${gap.dataset.after}"]`);
  if (after) after.checked = true;
});
