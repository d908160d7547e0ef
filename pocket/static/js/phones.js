// The page "Phones" on the host: codes for guests, scanning theirs, and who is connected. The shell around this frame
// makes the connections (shell/host.js).

const { table } = parent;
const invite = document.getElementById("invite");

const over = document.querySelector("[data-hand-over]");

// Let the button "Hand over" give the table to the phone of its link.
const handOver = () => {
  if (!over) return;
  const [button, said] = [over.querySelector("button"), over.querySelector("[role=status]")];
  const { handOver: link, url, to, loading, going, failed, given } = over.dataset;
  let isNoted = false; // whether the site has noted the hand-over: then this phone is no longer the host
  const ask = async () => {
    said.textContent = going;
    const token = document.querySelector("[name=csrfmiddlewaretoken]").value;
    const headers = { "X-CSRFToken": token, Accept: "application/json" };
    const answer = await fetch(url, { method: "POST", headers, body: new URLSearchParams({ to }) });
    if (!answer.ok) throw new Error(answer.status);
    isNoted = true;
    const { document: whole, seat } = await answer.json();
    return { text: JSON.stringify(whole), seat };
  };
  button.addEventListener("click", async () => {
    button.disabled = over.dataset.under = true;
    const told = (share) => share.toLocaleString(document.documentElement.lang, { style: "percent" });
    said.textContent = loading.replace("{share}", told(0));
    try {
      await table.give(Number(link), ask, (share) => {
        said.textContent = loading.replace("{share}", told(share));
      });
    } catch (error) {
      console.warn(error);
      button.disabled = isNoted;
      if (!isNoted) delete over.dataset.under;
      said.textContent = isNoted ? given : failed;
    }
  });
};

const show = () => {
  const { phones } = table;
  for (const link of document.querySelectorAll("a[data-link]")) {
    const isConnected = phones.get(Number(link.dataset.link));
    link.querySelector("[data-state=here]").hidden = !isConnected;
    link.querySelector("[data-state=away]").hidden = isConnected !== false;
  }
  if (over && !over.dataset.under) over.hidden = !phones.get(Number(over.dataset.handOver));
  const count = document.getElementById("count");
  if (count) count.textContent = count.dataset.text.replace("{count}", [...phones.values()].filter(Boolean).length);
};

const pathOf = (url) => new URL(url).pathname.replace(/^.*?(?=\/join\/)/, "");

// Return a function that returns the arguments of table.invite(): for the page's own link first, then for a new link of
// the same kind with each call.
const invitations = () => {
  let isFirst = true;
  return async () => {
    let { dataset } = invite;
    if (!isFirst) {
      const token = document.querySelector("[name=csrfmiddlewaretoken]").value;
      const { role, lasting } = dataset;
      const body = new URLSearchParams({ csrfmiddlewaretoken: token, role, lasting });
      const page = await (await fetch(dataset.links, { method: "POST", body })).text();
      dataset = new DOMParser().parseFromString(page, "text/html").getElementById("invite").dataset;
    }
    isFirst = false;
    return [Number(dataset.link), pathOf(dataset.url), dataset.links];
  };
};

// Show the newest list of codes; the shell sends "look" when something has changed.
const codes = document.getElementById("codes");
codes?.addEventListener("look", async () => {
  const page = new DOMParser().parseFromString(await (await fetch(location.href)).text(), "text/html");
  codes.replaceChildren(...page.getElementById("codes").children);
  show();
});

if (table) {
  const gone = [...document.querySelectorAll("a[data-link].gone")].map((each) => Number(each.dataset.link));
  table.throwOut(gone);
  show();
  table.addEventListener("change", show);
  addEventListener("pagehide", () => table.removeEventListener("change", show));
  handOver();
  // A code that no phone has used yet is shown at once, over this page.
  if (invite) table.seatEverybody(invitations()).then(() => location.replace(invite.dataset.links));
}
