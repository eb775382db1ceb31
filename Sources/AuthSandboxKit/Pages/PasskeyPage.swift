import AuthCore

/// The page that creates and uses a passkey of the sandbox, with the browser's own parsing of WebAuthn's JSON. It must
/// be opened as `localhost`, the relying party's id, since browsers accept no IP address as one.
enum PasskeyPage {
  static func page(_ passkeys: [SandboxPasskeys.Listed], _ world: SandboxWorld, host: String?) -> Page {
    let url = world.webOrigin + Page.Name.passkeys.rawValue
    let isElsewhere = host.map { !world.webOrigin.hasSuffix("//" + $0) } ?? false
    let notice: Markup =
      isElsewhere
      ? "<p class=\"notice\">Browsers take no address for a relying party: open <a href=\"\(url)\">\(url)</a>.</p>" : ""
    let table = PageTable(
      caption: "Registered passkeys", columns: ["Account", "Credential", "Count", "Backed up"],
      empty: "No passkey is registered.",
      rows: passkeys.map { passkey in
        [
          "\(passkey.name)", PageParts.code(Base64URL.encode(passkey.credentialID)),
          "<span class=\"number\">\(passkey.signCount)</span>", passkey.isBackedUp ? "yes" : "no",
        ]
      })
    return Page(
      name: .passkeys,
      content: """
        <p class="lead">A relying party of the sandbox’s own, for <code>localhost</code>.</p>
        \(notice)<noscript><p class="notice">Browsers make and use passkeys through scripts alone: allow
        this page’s.</p>
        </noscript>
        <div class="panel">
        <form id="ceremonies">
        <label>Account <input id="name" value="jane@example.com" autocomplete="username"></label>
        <button type="button" class="main" id="create">Create a passkey</button>
        <button type="button" id="use">Use a passkey</button>
        </form>
        <pre id="outcome" role="status">Ready.</pre>
        </div>
        <h2>Registered</h2>
        <div id="registered">
        \(table.markup)</div>

        """, script: PasskeyScript.path)
  }
}
