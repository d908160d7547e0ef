// Import the copy that this phone stored as a guest (shell/guest.js) into its own app.

const button = document.getElementById("take");
const { from, to, full, failed } = button.dataset;
const FULL = 409; // the status if the phone's storage is full
const notice = document.getElementById("notice");
const copy = await caches.match(from);

if (copy) {
  const taken = await copy.json();
  const line = document.getElementById("copy");
  const moment = new Date(copy.headers.get("date"));
  const isToday = moment.toDateString() === new Date().toDateString();
  const style = { timeStyle: "short", ...(!isToday && { dateStyle: "medium" }) };
  const time = moment.toLocaleString(document.documentElement.lang.replace("en", "en-GB"), style);
  const facts = { group: `\u2068${taken.group.name}\u2069`, time };
  line.textContent = line.dataset.text.replace(/\{(\w+)\}/g, (_, name) => facts[name]);
  button.hidden = false;
  button.addEventListener("click", async () => {
    button.disabled = true;
    const token = document.querySelector("[name=csrfmiddlewaretoken]").value;
    const headers = { "X-CSRFToken": token, "Content-Type": "application/json" };
    try {
      const answer = await fetch(to, { method: "POST", headers, body: JSON.stringify(taken) });
      if (answer.ok) return location.assign((await answer.json()).to);
      notice.textContent = answer.status === FULL ? full : (await answer.json()).problem;
    } catch {
      notice.textContent = failed; // no answer, or a page of an error
    }
    button.disabled = false;
  });
}
