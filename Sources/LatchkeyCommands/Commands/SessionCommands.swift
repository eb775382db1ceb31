import AuthCore

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
        invocation.report(json, describe(session, state))
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
      "No account is selected; \(others.count == 1 ? "one is" : "\(others.count) are") stored: \(names). Select one "
        + "with 'latchkey sessions use ID'.", provider: client.configuration.provider)
  }

  /// The account that `--account` names.
  static let accountOption = Option("account", "ID", "the ID of a stored account, as 'sessions' lists it")

  static let token = Command(
    "token", summary: "Print the token that the app's backend receives, renewed when due", options: [accountOption]
  ) { (invocation) throws(AuthError) in
    try await invocation.withClient { (client) throws(AuthError) in
      let session: Session
      if let id = invocation.arguments.value("account") {
        session = try await client.account(SessionID(id)).session()
      } else {
        session = try await client.session()
      }
      guard let token = session.tokens.access else {
        throw AuthError(
          .unsupported,
          "The session of '\(session.providerID)' has no token to print. Use 'latchkey send' or 'latchkey authorize', "
            + "which authorise a request with the session.")
      }
      // This command exists to hand over the token.
      invocation.report(["token": .string(token.revealText())], value: token.revealText())
      return 0
    }
  }

  static let refresh = Command("refresh", summary: "Renew the session now") { (invocation) throws(AuthError) in
    try await invocation.withClient { (client) throws(AuthError) in
      let session = try await client.refresh()
      invocation.report(
        SessionReport.json(session, state: try await client.state().name),
        Style.output.green("✓ ") + "Renewed" + (session.expiresAt.map { ", until \(ISO8601.encode($0))" } ?? ""))
      return 0
    }
  }

  static let signOut = Command(
    "sign-out", summary: "Sign out: delete the session here, then tell the server",
    options: [
      Option("all", nil, "sign out of every stored session of the linked providers"),
      Option("forget-device", nil, "also delete device trust and push credentials"),
    ]
  ) { (invocation) throws(AuthError) in
    try await invocation.withClient { (client) throws(AuthError) in
      let options = SignOutOptions(
        scope: invocation.arguments.has("all") ? .all : .selected,
        forgetDevice: invocation.arguments.has("forget-device"))
      let provider = invocation.arguments.value("provider").map { ProviderID($0) }
      let result = try await client.signOut(options, provider: options.scope == .all ? nil : provider)
      for redirect in result.redirects {
        Output.note("Open \(redirect.url.absoluteString) to end the session at the identity provider.")
      }
      for (id, error) in result.unrevoked {
        Output.note(
          Style.error.yellow("warning: ") + "the sign-out of \(id) was not reported to the server: \(error.message)")
      }
      for (id, error) in result.unforgotten {
        Output.note(Style.error.yellow("warning: ") + "'\(id)' may still trust this device: \(error.message)")
      }
      for (id, error) in result.undeleted {
        Output.note(Style.error.yellow("warning: ") + "\(id) is still signed in: \(error.message)")
      }
      for error in result.unreadable {
        Output.note(Style.error.yellow("warning: ") + "a stored session was left as it is: \(error.message)")
      }
      invocation.report(
        [
          "ok": .bool(result.undeleted.isEmpty),
          "redirects": .array(result.redirects.map { .string($0.url.absoluteString) }),
          "undeleted": .array(result.undeleted.keys.map { .string($0.rawValue) }),
          "unrevoked": .array(result.unrevoked.keys.map { .string($0.rawValue) }),
          "unforgotten": .array(result.unforgotten.keys.map { .string($0.rawValue) }),
          "unreadable": .array(result.unreadable.map { .string($0.code.rawValue) }),
        ],
        result.undeleted.isEmpty
          ? Style.output.green("✓ ") + "Signed out"
          : "Some sessions are still signed in, as the warnings say. Run the command again with --all to end them.")
      if let (_, error) = result.undeleted.first { return error.code.exitStatus }
      if options.scope == .selected { try await noteWhoIsLeft(client) }
      return 0
    }
  }

  /// Names the user who is still signed in: a sign-out does not select another session of the same provider, but a
  /// fallback provider's session may be active.
  private static func noteWhoIsLeft(_ client: AuthClient) async throws(AuthError) {
    guard let session = try await client.storedSession() else { return }
    Output.note(
      "\(session.identifier ?? session.subject) is still signed in with '\(session.providerID)'; "
        + "--all ends every session.")
  }

  static let sessions = Command(
    "sessions", operands: "[list | ACTION ID [KEY=VALUE]]", operandCount: 0...3,
    summary: "List the stored sessions, or work with one",
    discussion: """
      Actions on one session:
        use ID              select it for its provider
        token ID            print its token, renewed when due
        refresh ID          renew it now
        label ID KEY=VALUE  give it a label; an empty value removes the label
        remove ID           sign it out: delete it and its user's history here, then tell its server
      """
  ) { (invocation) throws(AuthError) in
    try await invocation.withClient { (client) throws(AuthError) in
      let id = invocation.arguments.operand(1).map { SessionID($0) }
      switch (invocation.arguments.operand(0) ?? "list", id) {
      case ("list", nil): try await list(client, invocation)
      case ("use", let id?):
        try await client.select(id)
        invocation.report(["ok": true, "sessionID": .string(id.rawValue)], Style.output.green("✓ ") + "Selected \(id)")
      case ("token", let id?):
        let token = try await client.account(id).token().revealText()
        invocation.report(["token": .string(token)], value: token)
      case ("refresh", let id?):
        let session = try await client.account(id).refresh()
        invocation.report(
          SessionReport.json(session),
          Style.output.green("✓ ") + "Renewed" + (session.expiresAt.map { ", until \(ISO8601.encode($0))" } ?? ""))
      case ("label", let id?):
        let account = try await client.account(id)
        let labelled = try await account.label(try tags(account.tags, invocation.arguments.operand(2)))
        let text = labelled.tags.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: " ")
        invocation.report(
          ["ok": true, "tags": .object(JSONObject(labelled.tags.map { ($0.key, .string($0.value)) }))],
          Style.output.green("✓ ") + (text.isEmpty ? "No labels" : "\(text)"))
      case ("remove", let id?):
        let result = try await client.signOut(account: id, options: SignOutOptions(forgetHistory: true))
        for (id, error) in result.unrevoked {
          Output.note(
            Style.error.yellow("warning: ")
              + "the sign-out of \(id) has yet to be reported to the server: \(error.message)")
        }
        invocation.report(
          [
            "ok": true, "sessionID": .string(id.rawValue),
            "unrevoked": .array(result.unrevoked.keys.map { .string($0.rawValue) }),
          ],
          Style.output.green("✓ ") + "Removed \(id)")
      default:
        throw AuthError(
          .invalidRequest,
          "These operands are not an action of 'sessions'. Use 'sessions list', or 'sessions ACTION ID' with one of "
            + "the actions use, token, refresh, label and remove.")
      }
      return 0
    }
  }

  /// The labels after `KEY=VALUE` was set, or after `KEY` was removed if the value is empty.
  ///
  /// - Throws: `invalid_request` when `text` is nil, has no equals sign, or has no key before it.
  private static func tags(
    _ known: [String: String], _ text: String?
  ) throws(AuthError) -> [String: String] {
    guard let text, let equals = text.firstIndex(of: "="), equals > text.startIndex else {
      throw AuthError(
        .invalidRequest,
        (text.map { "'\($0)' is not a label, which has the form KEY=VALUE." } ?? "The label KEY=VALUE is missing.")
          + " Write, for example, work=yes; 'work=' removes the label 'work'.")
    }
    let value = String(text[text.index(after: equals)...])
    var tags = known
    tags[String(text[..<equals])] = value.isEmpty ? nil : value
    return tags
  }

  static let credentials = Command("credentials", summary: "List the signed-in user's credentials") {
    (invocation) throws(AuthError) in
    try await invocation.withClient { (client) throws(AuthError) in
      let session = try await client.session()
      // The session can belong to a fallback provider. Its credential is sent only to the session's own provider.
      guard let listing = try client.provider(session.providerID) as? any CredentialListing else {
        throw AuthError(
          .unsupported,
          "The provider '\(session.providerID)' does not list credentials. Select another with --provider.")
      }
      let credentials = try await listing.credentials(of: session)
      for credential in credentials {
        var json: JSONObject = ["id": .string(credential.id), "method": .string(credential.method.rawValue)]
        json["label"] = credential.label.map(JSONValue.string)
        invocation.report(
          json, "\(credential.method)  \(credential.label ?? "")  \(Style.output.dim("\(credential.id)"))")
      }
      return 0
    }
  }

  private static func list(_ client: AuthClient, _ invocation: Invocation) async throws(AuthError) {
    let stored = try await client.storedSessions()
    if stored.sessions.isEmpty, stored.unreadable.isEmpty, !invocation.isJSON { Output.note("No session is stored.") }
    for session in stored.sessions {
      var isSelected = false
      do throws(AuthError) {
        isSelected = try await client.storedSession(provider: session.providerID)?.id == session.id
      } catch where error.code == .providerNotLinked || error.code == .invalidConfiguration {
        // A session whose provider is not linked, or not in this configuration, is listed as not selected.
      }
      var json = SessionReport.json(session)
      json["selected"] = .bool(isSelected)
      if !session.tags.isEmpty { json["tags"] = .object(JSONObject(session.tags.map { ($0.key, .string($0.value)) })) }
      let mark = isSelected ? Style.output.green("●") : Style.output.dim("○")
      invocation.report(
        json,
        "\(mark) \(session.id)  \(session.providerID)  \(session.identifier ?? session.subject)"
          + Style.output.dim(session.expiresAt.map { "  until \(ISO8601.encode($0))" } ?? ""))
    }
    // The readable sessions have been listed. The first error of the unreadable ones is thrown, for the exit status.
    for error in stored.unreadable.dropFirst() { Output.note("\(Style.error.yellow("warning: "))\(error.message)") }
    if let error = stored.unreadable.first { throw error }
  }

  private static func describe(_ session: Session, _ state: SessionState) -> TerminalText {
    let style = Style.output
    let colour = state.name == "signedIn" ? style.green("\(state.name)") : style.yellow("\(state.name)")
    let lines: [TerminalText] = [
      style.bold("\(session.displayName ?? session.identifier ?? session.subject)"),
      "  provider  \(session.providerID)", "  subject   \(session.subject)", "  session   \(session.id)",
      "  expires   \(session.expiresAt.map { ISO8601.encode($0) } ?? "unknown")", "  state     \(colour)",
    ]
    return lines.joined(separator: "\n")
  }

  private static func notSignedIn(_ client: AuthClient) async throws(AuthError) -> AuthError {
    let explanation = try await client.signOutExplanation()
    let reason = explanation.map { $0.isRequested ? "" : " " + $0.text } ?? ""
    return AuthError(
      .notSignedIn, "No user is signed in with '\(client.configuration.provider)'." + reason,
      provider: client.configuration.provider)
  }
}
