// Passkeys: the browser's own dialog between the button of a form and its sending. webauthn-json.js speaks with it.

const form = document.querySelector("form[data-passkey]");
const buttons = document.querySelectorAll(`button[form="${form.id}"]`);
const failed = document.getElementById("failed");

if (!window.PublicKeyCredential) {
  for (const button of buttons) button.disabled = true;
  const unable = document.getElementById("unable");
  if (unable) unable.hidden = false;
}
for (const button of buttons) button.hidden = false;

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  for (const button of buttons) button.disabled = true;
  failed.hidden = true;
  try {
    const credential = await webauthnJSON[form.dataset.passkey](await options());
    form.elements.credential.value = JSON.stringify(credential);
    form.submit();
  } catch {
    // Cancelled, run out, or no passkey here: the browser has said so in its own dialog.
    failed.hidden = false;
  }
  for (const button of buttons) button.disabled = false;
});

/** What the server asks of the passkey: beside the form, or fetched now where nobody is known yet. */
async function options() {
  const there = document.getElementById("options");
  if (there) return JSON.parse(there.textContent);
  const answer = await fetch(form.action, { headers: { Accept: "application/json" } });
  if (!answer.ok) throw new Error(String(answer.status));
  return (await answer.json()).request_options;
}
