// A button that copies a link. It stays hidden in browsers without the Clipboard API.

for (const button of document.querySelectorAll("[data-copy]")) {
  if (!navigator.clipboard) break;
  button.hidden = false;
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(button.dataset.copy);
      button.querySelector("span").textContent = button.dataset.done;
    } catch {
      prompt(button.textContent.trim(), button.dataset.copy); // where copying is refused, it is done by hand
    }
  });
}
