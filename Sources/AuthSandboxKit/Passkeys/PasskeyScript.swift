import AuthCore

/// The passkey page's script. The page needs one because browsers offer passkeys only to scripts.
enum PasskeyScript {
  static let path = "/sandbox/passkey/page.js"
  /// The field in which the script sends the token that the page's HTML contains: see `LoopbackGate`.
  static let tokenField = "X-Sandbox-Token"

  static let response = SandboxResponse(
    status: 200, headers: ["Content-Type": "text/javascript; charset=utf-8", "Cache-Control": "no-cache"],
    body: Array(text.utf8))

  private static let text = """
    const element = id => document.getElementById(id);

    async function post(path, body) {
      const answer = await fetch("/sandbox/passkey/" + path, {
        method: "POST", body: JSON.stringify(body),
        headers: {"Content-Type": "application/json", "\(tokenField)": element("ceremonies").dataset.token}});
      const value = await answer.json();
      if (!answer.ok) throw new Error(value.error + ": " + value.message);
      return value;
    }

    async function showRegistered() {
      const page = new DOMParser().parseFromString(await (await fetch(location.pathname)).text(), "text/html");
      element("registered").replaceChildren(...page.getElementById("registered").childNodes);
    }

    async function show(title, ceremony) {
      element("outcome").textContent = "Working.";
      try {
        const value = await ceremony();
        await showRegistered();
        element("outcome").textContent = title + " for " + value.name + "\\n" + JSON.stringify(value, null, 1);
      } catch (error) {
        const name = error.name === "Error" ? "" : error.name + ": ";
        element("outcome").textContent = "Failed: " + name + error.message;
      }
    }

    const create = () => show("Passkey created", async () => {
      const options = await post("register/begin", {name: element("name").value});
      const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
      return post("register/finish", await navigator.credentials.create({publicKey}));
    });

    const use = () => show("Passkey accepted", async () => {
      const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(await post("authenticate/begin", {}));
      return post("authenticate/finish", await navigator.credentials.get({publicKey}));
    });

    element("create").onclick = create;
    element("use").onclick = use;
    element("ceremonies").onsubmit = event => { event.preventDefault(); create(); };

    """
}
