extension ProviderSessions {
  /// Changes a stored session under its lock.
  ///
  /// - Parameters:
  ///   - id: the session.
  ///   - change: returns the changed session. Called up to three times, because a store whose claims do not take this
  ///     lock (`RenewalClaiming`, but not `LockClaiming`) can store a renewal at the same time.
  /// - Returns: the session before and after the change; nil if no such session is stored.
  /// - Throws: `invalid_request` for a session of another instance or tenant; `store_locked` if the session was changed
  ///   by others during each of the three calls; another storage code.
  func update(
    _ id: SessionID, _ change: @escaping @Sendable (Session) -> Session
  ) async throws(AuthError) -> (old: Session, new: Session)? {
    try await store.withLock(on: "session/\(id)") {
      [self] () throws(AuthError) -> (old: Session, new: Session)? in
      for _ in 0..<3 {
        guard let old = try await store.load(id) else { return nil }
        try checkOwn(old)
        let new = change(old)
        guard new != old else { return (old, old) }
        if try await store.save(new, replacing: old.generation) { return (old, new) }
      }
      throw AuthError(
        .storeLocked, "The session \(id) keeps changing in the store. Try again.", provider: provider.id)
    }
  }
}
