// Says where the browser has not promised to keep what is saved. And a copy goes to the phone's share sheet where that
// takes such a file; elsewhere the link is a download.

const link = document.getElementById("save");
const type = "application/gzip";

navigator.storage?.persisted?.().then((lasts) => {
  document.getElementById("may-go").hidden = lasts;
});

if (navigator.canShare?.({ files: [new File(["1"], "copy.tar.gz", { type })] })) {
  link.addEventListener("click", async (event) => {
    event.preventDefault();
    const answer = await fetch(link.href);
    const [, name] = answer.headers.get("Content-Disposition").match(/"(.+)"/);
    try {
      await navigator.share({ files: [new File([await answer.blob()], name, { type })] });
    } catch (error) {
      if (error.name !== "AbortError") location.assign(link.href);
    }
  });
}
