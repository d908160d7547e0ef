// On the page of the copies, show whether the browser may delete what is saved, and share a copy by the phone's share
// sheet if that accepts such a file; otherwise the link downloads it.

const link = document.getElementById("save");
const type = "application/gzip";

navigator.storage?.persisted?.().then((lasts) => {
  document.getElementById("may-go").hidden = lasts;
});

if (navigator.canShare?.({ files: [new File(["1"], "copy.tar.gz", { type })] })) {
  link.addEventListener("click", async (event) => {
    event.preventDefault();
    try {
      const answer = await fetch(link.href);
      const [, name] = answer.headers.get("Content-Disposition").match(/"(.+)"/); // an error page has none
      await navigator.share({ files: [new File([await answer.blob()], name, { type })] });
    } catch (error) {
      if (error.name !== "AbortError") location.assign(link.href);
    }
  });
}
