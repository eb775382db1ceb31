import AuthStorage

@testable import AuthCore

/// A store that reports no changes: the engines of one client must notify each other.
struct QuietSessionStore: SessionStore {
  let inner: MemorySessionStore

  func load(_ id: SessionID) async throws(AuthError) -> Session? { try await inner.load(id) }
  func list() async throws(AuthError) -> [Session] { try await inner.list() }
  func save(_ session: Session, replacing generation: UInt64?) async throws(AuthError) -> Bool {
    try await inner.save(session, replacing: generation)
  }
  func delete(_ id: SessionID) async throws(AuthError) { try await inner.delete(id) }
  func selection(for provider: ProviderID) async throws(AuthError) -> SessionID? {
    try await inner.selection(for: provider)
  }
  func select(_ id: SessionID?, for provider: ProviderID) async throws(AuthError) {
    try await inner.select(id, for: provider)
  }
  func withLock<Result: Sendable>(
    on name: String, _ body: @Sendable () async throws(AuthError) -> Result
  ) async throws(AuthError) -> Result { try await inner.withLock(on: name, body) }
}
