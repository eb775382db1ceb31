public import AuthCore

extension TurnkeyProvider: SessionRefreshing {
  /// Renews a session: the old key stamps a login for a new one.
  ///
  /// Nothing is forgotten before its successor is stored: the new key is written down before it is asked for, and the
  /// old one goes in `replaced`, when the session engine has the new session. A renewal that was cut off is asked for
  /// again with the same bytes, which the server takes for the same.
  ///
  /// - Returns: `.refused` when the server says that the key is no longer one of the user's, and for nothing else.
  public func refresh(_ session: Session, token: Secret?) async throws(AuthError) -> RefreshOutcome {
    let stamper = try stamper(of: session)
    // What is renewed is stored: nothing of its sign-in is left to undo.
    try await sessionKeys.settled(session.id)
    do throws(AuthError) {
      if let pending = try await pendingRenewal(of: session) {
        do throws(AuthError) {
          return .refreshed(try await perform(pending, for: session, stamper))
        } catch  where error.code == .tokenExpired {
          // The server took the first request long ago, and what it gave then has run out.
          try await abandonRenewal(of: session)
        }
      }
      return .refreshed(try await perform(try await prepareRenewal(of: session), for: session, stamper))
    } catch  where TurnkeyErrors.endsSession(error) {
      return .refused(error)
    }
  }

  /// As `autoRefreshSession` says.
  public func renewsAutomatically(_ session: Session) -> Bool { configuration.refreshesSessions }

  private func perform(
    _ renewal: PendingRenewal, for session: Session, _ stamper: KeyStoreStamper
  ) async throws(AuthError) -> Session {
    let organizationID = organization(of: session)
    do throws(AuthError) {
      let result = try await api.submit(
        "stamp_login", body: renewal.body, organizationID: organizationID, result: "stampLoginResult",
        stamper: stamper)
      let now = services.clock.now()
      let token = try SessionToken(
        verifying: try result.requiredSecret("session"), publicKey: renewal.newKey.publicKey,
        organizationID: session.claims["organization_id"]?.stringValue, keys: configuration.keys, now: now)
      return token.renewing(session, key: renewal.newKey, now: now)
    } catch  where !error.isTransient && error.code != .tokenExpired && error.code != .cancelled {
      // The server has decided, or answers what is no answer: the new key is worth nothing. While the outcome is open
      // it is kept, since the server may have taken it.
      if error.code != .malformedResponse { try await abandonRenewal(of: session) }
      throw error
    }
  }

  /// The renewal of this session that was cut off; anything else that is left over is cleared away.
  private func pendingRenewal(of session: Session) async throws(AuthError) -> PendingRenewal? {
    let name = PendingRenewal.recordKey(session.id)
    let record = try await services.records.read(name)
    if let pending = record.flatMap({ PendingRenewal(record: $0.value) }),
      pending.isUsable(for: session, now: services.clock.now()),
      try await sessionKeys.holds(pending.newKey, of: session.id)
    {
      return pending
    }
    try await abandonRenewal(of: session)
    return nil
  }

  private func prepareRenewal(of session: Session) async throws(AuthError) -> PendingRenewal {
    guard let oldKey = session.key else { throw AuthError(.keyUnavailable, "The session names no key.") }
    let newKey = try await sessionKeys.make(for: session.id)
    let now = services.clock.now()
    let body = loginBody(
      for: newKey.publicKey, organizationID: organization(of: session),
      lasting: SessionLifetime.seconds(of: session, now: now),
      profileID: session.claims["session_profile_id"]?.stringValue)
    let renewal = PendingRenewal(oldKey: oldKey, newKey: newKey, body: body, startedAt: now)
    try await services.records.replace(renewal.record, for: PendingRenewal.recordKey(session.id))
    return renewal
  }

  private func abandonRenewal(of session: Session) async throws(AuthError) {
    try await services.records.remove(PendingRenewal.recordKey(session.id), expecting: nil)
    try await sessionKeys.clear(session.id, keeping: session.key.map { [$0] } ?? [])
  }
}
