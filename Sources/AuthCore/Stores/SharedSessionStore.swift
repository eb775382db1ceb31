/// The store that the engines of one client share. It counts the writes of these engines.
///
/// Two engines can serve the same session: the engine of the selected session and the engine of the account. Each
/// engine must reload data that the other engine has written, even if the store does not count changes (`revision` is
/// nil).
final class SharedSessionStore: RenewalClaiming {
  /// The values that an engine compares to detect changes.
  struct Reading: Equatable {
    /// The store's own count of changes; nil if the store has none.
    let revision: UInt64?
    /// The number of writes by the engines of this client, if the store has no count.
    let writes: UInt64
  }

  private let store: any SessionStore
  private let claims: any RenewalClaiming
  private let written = ChangeCounter()

  init(_ store: any SessionStore) {
    self.store = store
    claims = store.claims
  }

  /// Returns a reading. An engine takes a reading before it reads data: the data is up to date for as long as a new
  /// reading is equal to that one. The writes of this client are counted only for a store without a count, because a
  /// reading is taken for every request, and a second count would cost another lock.
  ///
  /// - Parameter id: the session whose changes count; nil for all sessions.
  func reading(of id: SessionID?) -> Reading {
    if let revision = id.map({ store.revision(of: $0) }) ?? store.revision {
      return Reading(revision: revision, writes: 0)
    }
    return Reading(revision: nil, writes: written.count)
  }

  var revision: UInt64? { store.revision }
  func revision(of id: SessionID) -> UInt64? { store.revision(of: id) }

  /// The changes that the store reports; for a store that reports none, the changes by this client.
  var changes: AsyncStream<Void>? { store.changes ?? written.stream() }

  func load(_ id: SessionID) async throws(AuthError) -> Session? { try await store.load(id) }
  func list() async throws(AuthError) -> [Session] { try await store.list() }
  func inventory() async throws(AuthError) -> StoredSessions { try await store.inventory() }
  func selection(for provider: ProviderID) async throws(AuthError) -> SessionID? {
    try await store.selection(for: provider)
  }

  // A write that failed is counted, because it may have changed the store.

  @discardableResult
  func save(_ session: Session, replacing generation: UInt64?) async throws(AuthError) -> Bool {
    defer { written.note() }
    return try await store.save(session, replacing: generation)
  }

  func delete(_ id: SessionID) async throws(AuthError) {
    defer { written.note() }
    try await store.delete(id)
  }

  func select(_ id: SessionID?, for provider: ProviderID) async throws(AuthError) {
    defer { written.note() }
    try await store.select(id, for: provider)
  }

  func commitRenewal(
    _ renewed: Session, of claim: RenewalClaim
  ) async throws(AuthError) -> RenewalCommitResult {
    defer { written.note() }
    return try await claims.commitRenewal(renewed, of: claim)
  }

  func claimRenewal(
    of id: SessionID, generation: UInt64?, lease: Duration
  ) async throws(AuthError) -> RenewalClaimResult {
    try await claims.claimRenewal(of: id, generation: generation, lease: lease)
  }

  var claimsExpire: Bool { claims.claimsExpire }

  var clockLag: Double? { claims.clockLag }

  func noteRenewal(of claim: RenewalClaim) async throws(AuthError) { try await claims.noteRenewal(of: claim) }

  func endRenewal(of session: Session, claim: RenewalClaim) async throws(AuthError) -> RenewalEndResult {
    defer { written.note() }
    return try await claims.endRenewal(of: session, claim: claim)
  }

  func deleteIfUnchanged(_ session: Session) async throws(AuthError) -> Session? {
    defer { written.note() }
    return try await store.deleteIfUnchanged(session)
  }

  func take(
    _ id: SessionID, noting note: @Sendable (Session?) async throws(AuthError) -> Void
  ) async throws(AuthError) -> Session? {
    defer { written.note() }
    return try await store.take(id, noting: note)
  }

  func sessions(besides session: Session) async throws(AuthError) -> [Session] {
    try await store.sessions(besides: session)
  }

  func releaseRenewal(_ claim: RenewalClaim) async { await claims.releaseRenewal(claim) }

  func noteRenewal(of session: Session) async throws(AuthError) { try await store.noteRenewal(of: session) }

  func hasUnfinishedRenewal(of session: Session) async throws(AuthError) -> Bool {
    try await store.hasUnfinishedRenewal(of: session)
  }

  func withLock<Result: Sendable>(
    on name: String, _ body: @Sendable () async throws(AuthError) -> Result
  ) async throws(AuthError) -> Result { try await store.withLock(on: name, body) }
}
