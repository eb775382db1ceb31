import AuthCore

/// Finds the account that a person names at the command line.
enum AccountName {
  /// The id of the session that a text names: its id, or else the identifier, the display name, the vendor's user id or
  /// a label (`KEY=VALUE`) of one account.
  ///
  /// - Throws: `not_signed_in` if no session has this name; `invalid_request` if several have it.
  static func find(_ name: String, in sessions: [Session]) throws(AuthError) -> SessionID {
    let id = SessionID(name)
    if sessions.contains(where: { $0.id == id }) { return id }
    let named = sessions.filter { session in
      let names = [session.identifier, session.displayName, session.subject].compactMap(\.self)
      return (names + session.tags.map { "\($0.key)=\($0.value)" }).contains { $0.hasSameBytes(as: name) }
    }
    guard let found = named.first else {
      throw AuthError(
        .notSignedIn,
        "No stored account is named '\(name)'. 'latchkey sessions' lists the accounts; 'latchkey sign-in' adds one.")
    }
    guard named.count == 1 else {
      throw AuthError(
        .invalidRequest,
        "\(named.count) accounts are named '\(name)'. Add --provider, or use the ID of one of them: "
          + named.map { "\($0.id) (\($0.providerID))" }.joined(separator: ", ") + ".")
    }
    return found.id
  }
}

extension Invocation {
  /// The session that `--account` names; nil without this option.
  ///
  /// - Throws: the errors of `session(named:_:)`.
  func account(_ client: AuthClient) async throws(AuthError) -> SessionID? {
    guard let name = arguments.value("account") else { return nil }
    return try await session(named: name, client)
  }

  /// The stored session that a text names, among those of `--provider` if this option is given.
  ///
  /// - Throws: `not_signed_in` if no session has this name; `invalid_request` if several have it; a storage code.
  func session(named name: String, _ client: AuthClient) async throws(AuthError) -> SessionID {
    // One person often has accounts at several providers.
    let provider = arguments.value("provider").map { ProviderID($0) }
    do throws(AuthError) {
      // An ID needs one record, every other name all of them.
      let account = try await client.account(SessionID(name))
      if provider == nil || account.providerID == provider { return account.id }
    } catch where error.code == .notSignedIn {
      // The name is not an ID.
    }
    return try AccountName.find(
      name, in: try await client.sessions().filter { provider == nil || $0.providerID == provider })
  }
}
