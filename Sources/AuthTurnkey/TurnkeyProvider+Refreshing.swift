public import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension TurnkeyProvider: SessionRefreshing {
  /// Renews a session: the old key stamps a login for a new key.
  ///
  /// No key is deleted before its successor is stored. The new key is recorded before its login is requested. The old
  /// key is deleted in `replaced`, after the session engine has stored the new session. An interrupted renewal is
  /// repeated with the same bytes for half an hour; the server treats them as the same request (T10).
  ///
  /// - Returns: `.refused` only if the server reports that the old key has expired or is no longer registered.
  /// - Throws: `key_unavailable` if the session has no key, or the key cannot be used; the vendor's other refusals;
  ///   `timeout` if the outcome is not known after ten seconds; the errors of the stores and the transport.
  public func refresh(_ session: Session, token: Secret?) async throws(AuthError) -> RefreshOutcome {
    let stamper = try stamper(of: session)
    // The session to renew is stored, so nothing of its sign-in is left to undo.
    try await sessionKeys.settled(session.id)
    do throws(AuthError) {
      if let pending = try await pendingRenewal(of: session) {
        do throws(AuthError) {
          return .refreshed(try await perform(pending, for: session, stamper))
        } catch  where error.code == .tokenExpired {
          // The server accepted the first request long ago, and the session that it opened has expired since.
          try await abandonRenewal(of: session)
        }
      }
      return .refreshed(try await perform(try await prepareRenewal(of: session), for: session, stamper))
    } catch  where TurnkeyErrors.endsSession(error) {
      return .refused(error)
    }
  }

  /// Whether the session is renewed before it expires, as the setting `autoRefreshSession` says.
  public func renewsAutomatically(_ session: Session) -> Bool { configuration.refreshesSessions }

  /// Until the session expires, another login with its key opens another session. A session without an expiry is
  /// assumed to last for another day.
  public func replay(of session: Session) -> CredentialReplay {
    let left = session.expiresAt.map { $0.timeIntervalSince(services.clock.now()) } ?? 86_400
    return .newPair(within: .seconds(max(0, left)))
  }

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
      // The server refused, or its token is not valid, so the new key is deleted. After a malformed response the
      // outcome is unknown, and the new key is kept, because the server may have accepted it.
      if error.code != .malformedResponse { try await abandonRenewal(of: session) }
      throw error
    }
  }

  /// The interrupted renewal of this session, if it can still be sent. Otherwise deletes its leftovers and returns nil.
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
    guard let oldKey = session.key else { throw AuthError(.keyUnavailable, "The session has no key. Sign in again.") }
    let newKey = try await sessionKeys.make(for: session.id)
    let now = services.clock.now()
    let body = loginBody(
      for: newKey.publicKey, organizationID: organization(of: session),
      lasting: session.adapterValues[SessionLifetime.nextName].flatMap { Int($0) }
        ?? SessionLifetime.seconds(of: session, now: now),
      profileID: session.claims["session_profile_id"]?.stringValue,
      invalidatesExisting: session.adapterValues[SessionLifetime.invalidationName].map { $0 == "true" })
    let renewal = PendingRenewal(oldKey: oldKey, newKey: newKey, body: body, startedAt: now)
    try await services.records.replace(renewal.record, for: PendingRenewal.recordKey(session.id))
    return renewal
  }

  private func abandonRenewal(of session: Session) async throws(AuthError) {
    try await services.records.remove(PendingRenewal.recordKey(session.id), expecting: nil)
    try await sessionKeys.clear(session.id, keeping: session.key.map { [$0] } ?? [])
  }
}
