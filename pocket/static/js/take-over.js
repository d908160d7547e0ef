// Import the copy that this phone stored as a guest (shell/guest.js) into its own app.

const button = document.getElementById("take");
const { from, to } = button.dataset;
const copy = await caches.match(from);

if (copy) {
  const taken = await copy.json();
  const line = document.getElementById("copy");
  const time = new Date(copy.headers.get("date")).toLocaleTimeString([], { timeStyle: "short" });
  const facts = { group: `\u2068${taken.group.name}\u2069`, time };
  line.textContent = line.dataset.text.replace(/\{(\w+)\}/g, (_, name) => facts[name]);
  button.hidden = false;
  button.addEventListener("click", async () => {
    button.disabled = true;
    const token = document.querySelector("[name=csrfmiddlewaretoken]").value;
    const headers = { "X-CSRFToken": token, "Content-Type": "application/json" };
    const answer = await fetch(to, { method: "POST", headers, body: JSON.stringify(taken) });
    const { to: group, problem } = await answer.json();
    if (group) location.assign(group);
    else document.getElementById("notice").textContent = problem;
  });
}
