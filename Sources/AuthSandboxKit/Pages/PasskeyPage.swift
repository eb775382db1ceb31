import AuthCore

/// The page that creates and uses a passkey of the sandbox. The browser itself parses WebAuthn's JSON. The page must be
/// opened at `localhost`, the RP ID, since browsers accept no IP address as an RP ID.
enum PasskeyPage {
  static func page(_ passkeys: [SandboxPasskeys.Listed], _ world: SandboxWorld, token: String, host: String?) -> Page {
    let url = world.webOrigin + Page.Name.passkeys.rawValue
    let isElsewhere = host.map { !world.webOrigin.hasSuffix("//" + $0) } ?? false
    let notice: Markup =
      isElsewhere
      ? "<p class=\"notice\">Browsers accept no IP address as an RP ID. Open <a href=\"\(url)\">\(url)</a>.</p>" : ""
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
        <p class="lead">The sandbox’s own relying party, with the RP ID <code>localhost</code>.</p>
        \(notice)<noscript><p class="notice">Browsers create and use passkeys only through a script. Allow the
        script of this page.</p>
        </noscript>
        <div class="panel">
        <form id="ceremonies" data-token="\(token)">
        <label>Account <input id="name" value="jane@example.com" autocomplete="username"></label>
        <button type="button" class="main" id="create">Create a passkey</button>
        <button type="button" id="use">Use a passkey</button>
        </form>
        <pre id="outcome" role="status">Ready.</pre>
        </div>
        <h2>Registered passkeys</h2>
        <div id="registered">
        \(table.markup)</div>

        """, script: PasskeyScript.path)
  }
}
