import AuthCore
import AuthStorage

/// The renewed sessions that this process stored. A database that was restored from a backup, or a standby that had not
/// received all transactions, can return an earlier version whose credential was already used. This process then stores
/// the later version again.
final class PublishedRenewals: Sendable {
  private static let limit = 10_000
  private let sessions: Locked<[SessionID: Session]> = Locked([:])

  func note(_ session: Session) {
    sessions.withLock { sessions in
      if sessions.count >= Self.limit { sessions = [:] }
      sessions[session.id] = session
    }
  }

  func forget(_ id: SessionID) { sessions.withLock { _ = $0.removeValue(forKey: id) } }

  /// The stored session, unless this process knows a later version: then stores and returns that one.
  func newest(
    _ stored: SessionRows.Stored, in store: PostgresSessionStore
  ) async throws(AuthError) -> SessionRows.Stored {
    guard let known = sessions.withLock({ $0[stored.session.id] }) else { return stored }
    guard stored.session.generation < known.generation, stored.session.createdAt <= known.createdAt,
      stored.session.subject.utf8.elementsEqual(known.subject.utf8)
    else {
      if stored.session.generation > known.generation { forget(known.id) }
      return stored
    }
    if try await store.publish(known, over: stored) { store.place.rolledBack(known) }
    return try await store.stored(known.id) ?? stored
  }
}
