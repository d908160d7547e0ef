// Passkeys: run the WebAuthn ceremony (webauthn-json.js) before submitting the form.

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
    // The user cancelled, time ran out, or there is no passkey (the browser has shown that in its own dialog), or the
    // options could not be fetched.
    failed.hidden = false;
  }
  for (const button of buttons) button.disabled = false;
});

/** Return the WebAuthn options: from the page, or fetched if it has none, as when signing in. */
async function options() {
  const there = document.getElementById("options");
  if (there) return JSON.parse(there.textContent);
  const answer = await fetch(form.action, { headers: { Accept: "application/json" } });
  if (!answer.ok) throw new Error(String(answer.status));
  return (await answer.json()).request_options;
}
