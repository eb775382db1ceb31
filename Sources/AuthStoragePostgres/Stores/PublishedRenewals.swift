import AuthCore
import AuthStorage

/// The renewed sessions that this process stored. A database that was restored from a backup, or a standby that had not
/// received all transactions, can return an earlier version whose credential was already used. This process then stores
/// the later version again.
final class PublishedRenewals: Sendable {
  private let sessions: Locked<RecentValues<SessionID, Session>>

  /// Creates an empty list.
  ///
  /// - Parameter limit: the minimum number of the latest renewals that are kept. At most twice as many are kept.
  init(limit: Int = 5_000) { sessions = Locked(RecentValues(limit: limit)) }

  func note(_ session: Session) { sessions.withLock { $0.set(session, for: session.id) } }

  func forget(_ id: SessionID) { sessions.withLock { $0.remove(id) } }

  /// Returns the latest version of a session that this process stored; nil if that version is no longer kept.
  func known(_ id: SessionID) -> Session? { sessions.withLock { $0[id] } }

  /// Returns `stored`, unless this process has stored a later version of the same session. In that case, stores the
  /// later version again, and returns the session that the database then contains.
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
