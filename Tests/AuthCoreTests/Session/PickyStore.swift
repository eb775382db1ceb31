import AuthStorage

@testable import AuthCore

/// A store that fails to read, write, delete or select the records that a test names. A test can also make it fail to
/// list records.
final class PickyStore: LockClaiming {
  let store: MemorySessionStore
  let unwritable = Locked<Set<SessionID>>([])
  let unreadable = Locked<Set<SessionID>>([])
  let undeletable = Locked<Set<SessionID>>([])
  let unselectable = Locked<Set<SessionID>>([])
  let isUnlistable = Locked(false)
  /// Called with the session before its record is written.
  let beforeSave = Locked<(@Sendable (Session) async -> Void)?>(nil)
  /// Called before a record is deleted.
  let beforeDelete = Locked<(@Sendable () -> Void)?>(nil)
  let renewalLocks = RenewalLocks()

  init(_ store: MemorySessionStore) { self.store = store }

  var revision: UInt64? { store.revision }
  var changes: AsyncStream<Void>? { store.changes }
  func load(_ id: SessionID) async throws(AuthError) -> Session? {
    if unreadable.withLock({ $0.contains(id) }) { throw AuthError(.storeCorrupt, "Damaged.") }
    return try await store.load(id)
  }
  func list() async throws(AuthError) -> [Session] {
    if isUnlistable.withLock({ $0 }) { throw AuthError(.storePermissions, "Not ours to list.") }
    return try await store.list()
  }
  @discardableResult
  func save(_ session: Session, replacing generation: UInt64?) async throws(AuthError) -> Bool {
    if let hook = beforeSave.withLock({ $0 }) { await hook(session) }
    if unwritable.withLock({ $0.contains(session.id) }) { throw AuthError(.storePermissions, "Not ours to write.") }
    return try await store.save(session, replacing: generation)
  }
  func delete(_ id: SessionID) async throws(AuthError) {
    beforeDelete.withLock({ $0 })?()
    if undeletable.withLock({ $0.contains(id) }) { throw AuthError(.storePermissions, "Not ours to delete.") }
    try await store.delete(id)
  }
  func selection(for provider: ProviderID) async throws(AuthError) -> SessionID? {
    try await store.selection(for: provider)
  }
  func select(_ id: SessionID?, for provider: ProviderID) async throws(AuthError) {
    if let id, unselectable.withLock({ $0.contains(id) }) { throw AuthError(.storePermissions, "Not ours to select.") }
    try await store.select(id, for: provider)
  }
  func withLock<Result: Sendable>(
    on name: String, _ body: @Sendable () async throws(AuthError) -> Result
  ) async throws(AuthError) -> Result {
    try await store.withLock(on: name, body)
  }
}
