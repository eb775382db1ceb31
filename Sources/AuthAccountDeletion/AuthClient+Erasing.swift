package import AuthCore

/// The removal of data about an account that no longer exists, or that a user wants to remove from this machine alone.
/// In contrast to a sign-out, an error of the store is thrown, so that the caller can try again; and nothing is sent to
/// the account's servers.
extension AuthClient {
  /// The sessions of an instance that are in its outbox: renewed and not stored yet, or deleted and not revoked yet.
  ///
  /// - Throws: a storage code; `provider_not_linked` and `invalid_configuration`.
  func unfinishedSessions(of id: ProviderID) async throws(AuthError) -> [Session] {
    let pending = try await instance(id).outbox.pending()
    return pending.rotations.map(\.session) + pending.revocations
  }

  /// Deletes a session, its keys, the provider's data about it, and its entries in the outbox. The session need not be
  /// stored, and can belong to a tenant other than the configured one. A renewal under way finds no record when it
  /// ends, so its result is not stored.
  ///
  /// - Throws: a storage code; the errors of the provider's `discard(_:)`; `provider_not_linked` and
  ///   `invalid_configuration`.
  package func erase(_ session: Session) async throws(AuthError) {
    let instance = try self.instance(session.providerID)
    // Both engines have to learn of the deletion. An engine that finds the session missing would write an entry into
    // the history.
    if let account = accountEngine(session.id), account.instance === instance {
      _ = try await account.delete(session, reason: .requested, noting: nil)
    }
    let ended = try await instance.delete(session, reason: .requested, noting: nil)
    forgetAccountEngine(session.id)
    try await instance.provider.discard(ended.session)
    let outbox = instance.outbox
    let (rotation, revocations) = (
      SessionOutbox.rotation + session.id.rawValue, SessionOutbox.revocation + session.id.rawValue + "/"
    )
    for key in try await outbox.records.readableKeys() where key == rotation || key.hasPrefix(revocations) {
      try await outbox.records.remove(key, expecting: nil)
    }
  }

  /// Deletes the history of a session's user, unless the user has a stored session.
  ///
  /// - Throws: a storage code; `provider_not_linked` and `invalid_configuration`.
  package func eraseHistory(of session: Session) async throws(AuthError) {
    let store = services.sessionStore
    guard try await store.load(session.id) == nil, try await store.sessions(besides: session).isEmpty else { return }
    try await instance(session.providerID).history.erase(session)
  }
}
