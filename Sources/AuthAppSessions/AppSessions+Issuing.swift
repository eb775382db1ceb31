public import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension AppSessions {
  /// How long the steps of `issue` may take in total.
  private static let issueLimit: Duration = .seconds(300)

  /// Opens a session for a user whom the backend has verified.
  ///
  /// The id of the session is added to the lists of its subject and of its user at the provider before the session is
  /// stored. Therefore, a later call that ends all sessions of the user also ends this one. If the subject then has
  /// more sessions than the policy allows, the oldest sessions end.
  ///
  /// - Throws: `invalid_request` for an empty or overlong field; `invalid_token` if the provider has ended the user's
  ///   session in the meantime; a storage code.
  public func issue(_ request: AppSessionRequest) async throws(AuthError) -> IssuedAppSession {
    try request.check(policy)
    let now = clock.now().inMilliseconds
    let id = SessionID(random.token(byteCount: AppSessionTokenKind.idByteCount))
    let tokens = AppSessionTokens(id: id, random: random)
    guard let session = LiveAppSession.opened(request, id: id, tokens: tokens, policy: policy, at: now) else {
      throw AuthError(
        .internalError,
        "A new token does not have the format of this module's tokens. Report this to "
          + "Latchkey's maintainers.")
    }
    let signIn = session.facts.authenticatedAt
    for handle in session.handles {
      let index = try await records.change(handle) { $0.enter(id, at: now) }
      guard index.admits(signInAt: signIn) else { throw try await refuse(session, .endedAtProvider) }
    }
    guard try await records.write(.live(session), id, expecting: nil) else {
      throw AuthError(.internalError, "A new session has the id of another one. Check the source of random bytes.")
    }
    var surplus: [SessionID] = []
    for (position, handle) in session.handles.enumerated() {
      // An event of the provider that arrived before the session was stored could not end it. The index contains the
      // event.
      let index = try await records.index(handle)
      guard index.admits(signInAt: signIn) else {
        try await end(id, .providerLogout)
        throw refusal(.endedAtProvider, id)
      }
      guard index.contains(id), clock.now() < now.adding(Self.issueLimit) else {
        try await end(id, .revoked)
        throw AuthError(.storeLocked, "The sign-in took too long, and its session was removed. Try again.")
      }
      if position == 0 { surplus = index.surplus(over: policy.sessionsPerSubject, keeping: id) }
    }
    for other in surplus { try await end(other, .limit) }
    observe(.opened(id, subject: request.subject))
    return IssuedAppSession(tokens, session, at: now)
  }

  /// Removes a session that was not stored from the lists, and returns the refusal.
  private func refuse(
    _ session: LiveAppSession, _ reason: AppSessionRefusal
  ) async throws(AuthError) -> AuthError {
    let id = session.facts.id
    for handle in session.handles { try await records.change(handle) { $0.leave(id) } }
    return refusal(reason, id)
  }
}

extension IssuedAppSession {
  init(_ tokens: AppSessionTokens, _ session: LiveAppSession, at now: Date) {
    token = tokens.access
    refreshToken = tokens.refresh
    self.session = session.facts
    expiresIn = max(1, Int64(session.facts.tokenExpiresAt.timeIntervalSince(now)))
  }
}
