import AuthCore
import AuthStorage

/// The renewed sessions that this process stored. A database that was restored from a backup, or a standby that had not
/// received all transactions, can return an earlier version whose credential was already used. This process then stores
/// the later version again.
final class PublishedRenewals: Sendable {
  private let sessions: Locked<RecentValues<SessionID, Session>>

  /// - Parameter limit: the number of the latest renewals that are remembered at least; at most twice as many are.
  init(limit: Int = 5_000) { sessions = Locked(RecentValues(limit: limit)) }

  func note(_ session: Session) { sessions.withLock { $0.set(session, for: session.id) } }

  func forget(_ id: SessionID) { sessions.withLock { $0.remove(id) } }

  /// The latest version of the session that this process stored, if it is remembered.
  func known(_ id: SessionID) -> Session? { sessions.withLock { $0[id] } }

  /// The stored session, unless this process knows a later version: then stores and returns that one.
  func newest(
    _ stored: SessionRows.Stored, in store: PostgresSessionStore
  ) async throws(AuthError) -> SessionRows.Stored {
    guard let known = known(stored.session.id) else { return stored }
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
