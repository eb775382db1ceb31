/// A wrapper that adds claims to a store that does not implement `RenewalClaiming`. The claims use the locks of that
/// store.
struct LockedSessionStore: LockClaiming {
  let store: any SessionStore
  let renewalLocks = RenewalLocks()

  init(_ store: any SessionStore) { self.store = store }

  func load(_ id: SessionID) async throws(AuthError) -> Session? { try await store.load(id) }
  func list() async throws(AuthError) -> [Session] { try await store.list() }
  @discardableResult
  func save(_ session: Session, replacing generation: UInt64?) async throws(AuthError) -> Bool {
    try await store.save(session, replacing: generation)
  }
  func delete(_ id: SessionID) async throws(AuthError) { try await store.delete(id) }
  func selection(for provider: ProviderID) async throws(AuthError) -> SessionID? {
    try await store.selection(for: provider)
  }
  func select(_ id: SessionID?, for provider: ProviderID) async throws(AuthError) {
    try await store.select(id, for: provider)
  }
  func noteRenewal(of session: Session) async throws(AuthError) { try await store.noteRenewal(of: session) }
  func hasUnfinishedRenewal(of session: Session) async throws(AuthError) -> Bool {
    try await store.hasUnfinishedRenewal(of: session)
  }
  func withLock<Result: Sendable>(
    on name: String, _ body: @Sendable () async throws(AuthError) -> Result
  ) async throws(AuthError) -> Result {
    try await store.withLock(on: name, body)
  }
}
