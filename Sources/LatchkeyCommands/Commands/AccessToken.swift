import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The access token of a session, for another program.
struct AccessToken: Sendable {
  let token: Secret
  /// When the token expires; nil if that is not known.
  let expiresAt: Date?

  /// The option that demands a remaining lifetime.
  static let validityOption = Command.Option(
    "min-validity", "SECONDS", "renew the session first if the token is valid for less than this", isShared: true)

  /// Returns the token of the session that `--account` names, or of the selected one. The session is renewed first if a
  /// renewal is due, or if the token is valid for less than `--min-validity`.
  ///
  /// - Throws: `invalid_request` if even a renewed token is valid for less than `--min-validity`; `unsupported` for a
  ///   session without a token, and for a provider that cannot renew sessions; the errors of `AuthClient.session()`.
  static func fetch(_ invocation: Invocation, _ client: AuthClient) async throws(AuthError) -> AccessToken {
    try await fetch(invocation, client, validFor: minimumValidity(invocation))
  }

  /// The value of `--min-validity` in seconds; nil if the option was not given.
  ///
  /// - Throws: `invalid_request` for a number out of range.
  static func minimumValidity(_ invocation: Invocation) throws(AuthError) -> Int? {
    try invocation.arguments.integer("min-validity", in: 1...31_536_000)
  }

  /// Returns the token that is valid for at least `validity` seconds; see `fetch(_:_:)`. Nil leaves it to the client
  /// whether the token is renewed, because the client corrects this machine's clock.
  static func fetch(
    _ invocation: Invocation, _ client: AuthClient, validFor validity: Int?
  ) async throws(AuthError) -> AccessToken {
    let account = try await invocation.account(client)
    var session = try await current(client, account)
    if !lasts(session, for: validity) { session = try await renewed(client, account) }
    guard lasts(session, for: validity) else {
      throw AuthError(
        .invalidRequest,
        "A new token of '\(session.providerID)' is valid for \(rest(of: session)) s, which is less than --min-validity. "
          + "Ask for less, or let the vendor's settings give tokens a longer life.")
    }
    guard let token = session.tokens.access else {
      throw AuthError(
        .unsupported,
        "The session of '\(session.providerID)' has no token. Use 'latchkey send' or 'latchkey authorize', which "
          + "authorise a request with the session.")
    }
    return AccessToken(token: token, expiresAt: session.expiresAt)
  }

  /// Returns the token of an account that is valid for at least `validity` seconds. Of several callers that find the
  /// same token too old, one renews the session, and the others use the result.
  ///
  /// - Throws: `invalid_request` if even a renewed token is valid for less than `validity`; `unsupported` for a session
  ///   without a token, and for a provider that cannot renew sessions; the errors of `Account.session()`.
  static func fetch(_ account: Account, validFor validity: Int?) async throws(AuthError) -> AccessToken {
    var session = try await account.session()
    if !lasts(session, for: validity) { session = try await account.refresh(after: session) }
    guard lasts(session, for: validity) else {
      throw AuthError(
        .invalidRequest,
        "A new token of '\(session.providerID)' is valid for \(Self.rest(of: session)) s, which is less than "
          + "'minValidity'. Ask for less, or let the vendor's settings give tokens a longer life.",
        provider: session.providerID)
    }
    guard let token = session.tokens.access else {
      throw AuthError(
        .unsupported,
        "The session of '\(session.providerID)' has no token. Use the request 'authorize', which authorises an HTTP "
          + "request with the session.", provider: session.providerID)
    }
    return AccessToken(token: token, expiresAt: session.expiresAt)
  }

  private static func rest(of session: Session) -> Int {
    session.expiresAt.map { Int($0.timeIntervalSinceNow.rounded()) } ?? 0
  }

  private static func current(_ client: AuthClient, _ account: SessionID?) async throws(AuthError) -> Session {
    guard let account else { return try await client.session() }
    return try await client.account(account).session()
  }

  private static func renewed(_ client: AuthClient, _ account: SessionID?) async throws(AuthError) -> Session {
    guard let account else { return try await client.refresh() }
    return try await client.account(account).refresh()
  }

  private static func lasts(_ session: Session, for seconds: Int?) -> Bool {
    guard let seconds, let end = session.expiresAt else { return true }
    return end.timeIntervalSinceNow >= Double(seconds)
  }
}
