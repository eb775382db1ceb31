import AuthCore
import AuthTerminal
import AuthUI

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Command {
  static let whoami = Command(
    "whoami", summary: "Show who is signed in, without asking the server",
    options: [Option("claims", nil, "print what the provider says about the user and the sign-in, as JSON")]
  ) { (invocation) throws(AuthError) in
    try await invocation.withClient { (client) throws(AuthError) in
      guard let session = try await client.storedSession() else { throw try await noSelection(client) }
      let state = try await client.state()
      var json = SessionReport.json(session, state: state.name)
      guard invocation.arguments.has("claims") else {
        invocation.report(json, describe(session, state, invocation))
        return 0
      }
      json["claims"] = .object(session.claims)
      Output.json(invocation.isJSON ? .object(json) : .object(session.claims))
      return 0
    }
  }

  /// The error for a provider without a selected account. It names the accounts that the user can select.
  private static func noSelection(_ client: AuthClient) async throws(AuthError) -> AuthError {
    let others = try await client.accounts()
    guard !others.isEmpty else { return try await notSignedIn(client) }
    let names = others.prefix(3).map { "\($0.identifier ?? $0.subject) (\($0.id))" }.joined(separator: ", ")
    return AuthError(
      .notSignedIn,
      "No account is selected. Stored accounts: \(names). Select one with 'latchkey sessions use ID'.",
      provider: client.configuration.provider)
  }

  private static func describe(
    _ session: Session, _ state: SessionState, _ invocation: Invocation
  ) -> TerminalText {
    let style = Style.output
    func text(_ name: String) -> TerminalText { invocation.text(Phrase("command.whoami." + name)) }
    let shown = text("state." + state.name)
    let rows: [(TerminalText, TerminalText)] = [
      (text("provider"), "\(session.providerID)"), (text("subject"), "\(session.subject)"),
      (text("session"), "\(session.id)"),
      (text("expires"), session.expiresAt.map { "\(ISO8601.encode($0))" } ?? text("unknown")),
      (text("state"), state.name == "signedIn" ? style.green(shown) : style.yellow(shown)),
    ]
    return style.bold("\(session.displayName ?? session.identifier ?? session.subject)") + "\n"
      + LabelledLines.text(rows, .output)
  }

  private static func notSignedIn(_ client: AuthClient) async throws(AuthError) -> AuthError {
    let explanation = try await client.signOutExplanation()
    let reason = explanation.map { $0.isRequested ? "" : " " + $0.text } ?? ""
    return AuthError(
      .notSignedIn, "No user is signed in with '\(client.configuration.provider)'." + reason,
      provider: client.configuration.provider)
  }
}
