extension SessionStore {
  /// Stores a session if the stored session has the given generation. Also returns `committed` if an equal session is
  /// already stored, because an earlier call may have stored it and then failed.
  func commit(_ session: Session, replacing generation: UInt64) async throws(AuthError) -> RenewalCommitResult {
    try await withLock(on: "commit/\(session.id)") { () throws(AuthError) -> RenewalCommitResult in
      if try await save(session, replacing: generation) { return .committed }
      guard let other = try await load(session.id) else { return .gone }
      return other == session ? .committed : .superseded(other)
    }
  }

  /// Deletes and deselects the session if the stored session is equal to it. Holds the lock of the selection, and the
  /// lock that a commit takes.
  public func deleteIfUnchanged(_ session: Session) async throws(AuthError) -> Session? {
    try await withSelectionLock(of: session.providerID) { () throws(AuthError) -> Session? in
      let other = try await withLock(on: "commit/\(session.id)") { () throws(AuthError) -> Session? in
        if let stored = try await load(session.id), stored != session { return stored }
        // Also if there is no record: a store on a disk then ensures that the earlier deletion outlasts a crash.
        try await delete(session.id)
        return nil
      }
      if other == nil, try await selection(for: session.providerID) == session.id {
        try await select(nil, for: session.providerID)
      }
      return other
    }
  }

  /// Deletes the session. Holds the lock that a commit takes, so that no renewal is committed at the same time.
  public func take(
    _ id: SessionID, noting note: @Sendable (Session?) async throws(AuthError) -> Void
  ) async throws(AuthError) -> Session? {
    try await withLock(on: "commit/\(id)") { () throws(AuthError) -> Session? in
      var last: Session?
      do throws(AuthError) {
        last = try await load(id)
      } catch where error.isUnreadableRecord {
        // The record cannot be read, so there is no session to return. It is nevertheless deleted.
      }
      try await note(last)
      try await delete(id)
      return last
    }
  }

  /// The store itself if it implements claims; otherwise a wrapper whose claims use the store's locks.
  var claims: any RenewalClaiming { self as? any RenewalClaiming ?? LockedSessionStore(self) }
}
