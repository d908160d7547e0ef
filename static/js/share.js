// "Share" opens the phone's share sheet. Without one, the text is copied; if that is not allowed (a page without
// https), it is shown and selected, to be copied by hand.

for (const link of document.querySelectorAll("[data-share]")) {
  const area = document.getElementById(link.dataset.share);
  link.setAttribute("role", "button");
  link.addEventListener("keydown", (event) => {
    if (event.key !== " ") return;
    event.preventDefault();
    link.click();
  });
  link.addEventListener("click", async (event) => {
    event.preventDefault();
    if (navigator.share) {
      try {
        await navigator.share({ title: link.dataset.title, text: area.value });
        return;
      } catch (error) {
        if (error.name === "AbortError") return;
      }
    }
    if (await copied(area)) link.textContent = link.dataset.done;
  });
}

async function copied(area) {
  try {
    await navigator.clipboard.writeText(area.value);
    return true;
  } catch {
    area.closest(".unscripted")?.classList.remove("unscripted");
    area.focus();
    area.select();
    return document.execCommand("copy");
  }
}
