import AuthCore

/// The page that creates and uses a passkey of the sandbox, with the browser's own reading of WebAuthn's JSON. It has
/// to be opened as `localhost`, the relying party's id: browsers take no address for one.
enum PasskeyPage {
  static let response = SandboxResponse(
    status: 200,
    headers: [
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": "default-src 'none'; connect-src 'self'; script-src 'unsafe-inline'; "
        + "style-src 'unsafe-inline'",
    ], body: Array(text.utf8))

  private static let text = """
    <!doctype html>
    <html lang="en"><meta charset="utf-8"><title>Passkeys · Latchkey sandbox</title>
    <style>body{font:16px sans-serif;margin:2em;max-width:40em}pre{background:#eee;padding:1em;white-space:pre-wrap}
    button,input{font:inherit;padding:.3em .6em}</style>
    <h1>Passkeys</h1>
    <p>A relying party of the sandbox's own. Nothing here is secret.</p>
    <p><label>Name <input id="name" value="jane@example.com" autocomplete="username"></label></p>
    <p><button id="create">Create a passkey</button> <button id="use">Use a passkey</button></p>
    <pre id="outcome" role="status">Ready.</pre>
    <script>
    const outcome = document.getElementById("outcome");
    async function post(path, body) {
      const answer = await fetch("/sandbox/passkey/" + path, {
        method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify(body)});
      const value = await answer.json();
      if (!answer.ok) throw new Error(value.error + ": " + value.message);
      return value;
    }
    async function show(title, ceremony) {
      outcome.textContent = "Working.";
      try {
        const value = await ceremony();
        outcome.textContent = title + " for " + value.name + "\\n" + JSON.stringify(value, null, 1);
      } catch (error) {
        outcome.textContent = "Failed: " + error.name + ": " + error.message;
      }
    }
    document.getElementById("create").onclick = () => show("Created", async () => {
      const options = await post("register/begin", {name: document.getElementById("name").value});
      const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
      return post("register/finish", await navigator.credentials.create({publicKey}));
    });
    document.getElementById("use").onclick = () => show("Signed in", async () => {
      const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(await post("authenticate/begin", {}));
      return post("authenticate/finish", await navigator.credentials.get({publicKey}));
    });
    </script>
    </html>

    """
}
