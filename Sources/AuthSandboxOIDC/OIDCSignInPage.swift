import AuthCore
import AuthSandboxKit

/// The page of the authorisation endpoint: the user enters or chooses an identifier, and allows the client's request.
struct OIDCSignInPage: Sendable {
  static let route = "/interaction"

  let interaction: String
  let clientName: String
  let scopes: [String]
  /// The users to choose from.
  let users: [String]
  let isSignUp: Bool

  private var action: String { "/oidc" + Self.route }

  /// The form for the user, with `suggestion` in the field.
  func form(suggestion: String?, failing failure: String? = nil) -> SandboxResponse {
    let choices: Markup =
      users.isEmpty || isSignUp
      ? ""
      : """
      <h2>Known users</h2>
      <form method="post" action="\(action)" class="panel">
      \(OIDCPages.hidden("interaction", interaction))\(OIDCPages.hidden("decision", "approve"))
      \(users.map { "<button name=\"user\" value=\"\($0)\">\($0)</button>\n" as Markup })
      </form>
      """
    return OIDCPages.page(
      isSignUp ? "Create an account" : "Sign in",
      """
      \(OIDCPages.alert(failure))\(request)
      <form method="post" action="\(action)" class="panel">
      \(OIDCPages.hidden("interaction", interaction))
      <label>E-mail address or name <input name="user" value="\(suggestion ?? "")" autocomplete="username" required
      maxlength="254"></label>
      \(buttons(isSignUp ? "Create the account and allow" : "Sign in and allow"))
      </form>
      \(choices)
      """)
  }

  /// The form for the code that was sent to a user.
  func codeForm(to user: String, failing failure: String? = nil) -> SandboxResponse {
    OIDCPages.page(
      "Enter the code",
      """
      \(OIDCPages.alert(failure))
      <p>A code was sent to \(user). It is in the <a href="/outbox">outbox</a>.</p>
      <form method="post" action="\(action)" class="panel">
      \(OIDCPages.hidden("interaction", interaction))
      <label>Code <input name="code" inputmode="numeric" autocomplete="one-time-code" required></label>
      \(buttons("Verify"))
      </form>
      """)
  }

  private var request: Markup {
    """
    <p class="lead"><b>\(clientName)</b> asks to know who you are.</p>
    <p>It asks for: \(scopes.isEmpty ? "nothing else" : scopes.joined(separator: ", ")).</p>
    """
  }

  private func buttons(_ approve: String) -> Markup {
    """
    <button class="main" name="decision" value="approve">\(approve)</button>
    <button name="decision" value="deny" formnovalidate>Deny</button>
    """
  }

  /// The page for a form whose request is unknown or has expired.
  static let notUnderWay = OIDCPages.page(
    "Sign in",
    """
    <p role="alert" class="notice">This sign-in is unknown, has ended or has expired. Start again at the app, which
    sends the browser to <code>/oidc/authorize</code>.</p>
    """, status: 400)
}
