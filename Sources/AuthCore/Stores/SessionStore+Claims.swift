extension SessionStore {
  /// Stores a session in place of one generation. Succeeds if the same session is stored already.
  func commit(_ session: Session, replacing generation: UInt64) async throws(AuthError) -> RenewalCommitResult {
    try await withLock(on: "commit/\(session.id)") { () throws(AuthError) -> RenewalCommitResult in
      if try await save(session, replacing: generation) { return .committed }
      guard let other = try await load(session.id) else { return .gone }
      return other == session ? .committed : .superseded(other)
    }
  }

  /// Deletes and deselects the session under the store's locks.
  public func deleteIfUnchanged(_ session: Session) async throws(AuthError) -> Session? {
    try await withSelectionLock(of: session.providerID) { () throws(AuthError) -> Session? in
      let other = try await withLock(on: "commit/\(session.id)") { () throws(AuthError) -> Session? in
        guard let stored = try await load(session.id), stored == session else { return try await load(session.id) }
        try await delete(session.id)
        return nil
      }
      if other == nil, try await selection(for: session.providerID) == session.id {
        try await select(nil, for: session.providerID)
      }
      return other
    }
  }

  /// Deletes the session under the lock that a commit also takes.
  public func take(
    _ id: SessionID, noting note: @Sendable (Session?) async throws(AuthError) -> Void
  ) async throws(AuthError) -> Session? {
    try await withLock(on: "commit/\(id)") { () throws(AuthError) -> Session? in
      var last: Session?
      do throws(AuthError) {
        last = try await load(id)
      } catch where error.code == .storeCorrupt || error.code == .storeVersion {
        // The record cannot be read, so there is nothing to return; the deletion moves it aside.
      }
      try await note(last)
      try await delete(id)
      return last
    }
  }

  /// The store's claims; for a store without claims, claims that use its lock.
  var claims: any RenewalClaiming { self as? any RenewalClaiming ?? LockedSessionStore(self) }
}
