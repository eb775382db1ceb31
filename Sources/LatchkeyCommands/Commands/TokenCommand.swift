import AuthCore

extension Command {
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
}
