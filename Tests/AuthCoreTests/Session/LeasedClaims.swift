import AuthStorage

@testable import AuthCore

/// Claims that expire, like those of a store with leases.
final class LeasedClaims: RenewalClaiming {
  private let store: MemorySessionStore
  private let unanswered: Duration?
  private let isDoubtful: Bool
  private let losesClaim: Bool
  let clockLag: Double?
  /// The error of selections and deletions; nil for none.
  let failure = Locked<AuthError?>(nil)
  /// Called when the use of a credential is noted.
  let noting = Locked<(@Sendable () -> Void)?>(nil)
  private let noted = Locked(0)
  private let used = Locked<[RenewalClaim.Use]>([])
  let contests = Locked<[Duration]>([])
  let commits = Locked<[RenewalClaim]>([])
  /// Called with each claim before its renewal is stored.
  let beforeCommit = Locked<(@Sendable (RenewalClaim) async -> Void)?>(nil)

  init(
    _ store: MemorySessionStore, unanswered: Duration? = nil, isDoubtful: Bool = false, losesClaim: Bool = false,
    clockLag: Double? = nil
  ) {
    self.store = store
    self.unanswered = unanswered
    self.isDoubtful = isDoubtful
    self.losesClaim = losesClaim
    self.clockLag = clockLag
  }

  var notes: Int { noted.withLock { $0 } }
  var uses: [RenewalClaim.Use] { used.withLock { $0 } }

  func claimRenewal(
    of id: SessionID, generation: UInt64?, lease: Duration
  ) async throws(AuthError) -> RenewalClaimResult {
    guard let session = try await store.load(id) else { return .gone }
    return .claimed(
      RenewalClaim(session: session, fence: 1, token: 1, unanswered: unanswered, isDoubtful: isDoubtful))
  }
  func noteRenewal(of claim: RenewalClaim) async throws(AuthError) {
    if losesClaim { throw AuthError(.storeLocked, "Lost.") }
    noted.withLock { $0 += 1 }
    noting.withLock { $0 }?()
  }
  func commitRenewal(
    _ renewed: Session, of claim: RenewalClaim
  ) async throws(AuthError) -> RenewalCommitResult {
    commits.withLock { $0.append(claim) }
    if let hook = beforeCommit.withLock({ $0 }) { await hook(claim) }
    return try await store.commitRenewal(renewed, of: claim)
  }
  func endRenewal(of session: Session, claim: RenewalClaim) async throws(AuthError) -> RenewalEndResult {
    if let wait = contests.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) { return .contested(wait) }
    if let other = try await store.deleteIfUnchanged(session) { return .superseded(other) }
    return .ended(session)
  }
  func releaseRenewal(_ claim: RenewalClaim) async { used.withLock { $0.append(claim.use) } }

  func load(_ id: SessionID) async throws(AuthError) -> Session? { try await store.load(id) }
  func list() async throws(AuthError) -> [Session] { try await store.list() }
  func save(_ session: Session, replacing generation: UInt64?) async throws(AuthError) -> Bool {
    try await store.save(session, replacing: generation)
  }
  func delete(_ id: SessionID) async throws(AuthError) {
    if let error = failure.withLock({ $0 }) { throw error }
    try await store.delete(id)
  }
  func selection(for provider: ProviderID) async throws(AuthError) -> SessionID? {
    try await store.selection(for: provider)
  }
  func select(_ id: SessionID?, for provider: ProviderID) async throws(AuthError) {
    if let error = failure.withLock({ $0 }) { throw error }
    try await store.select(id, for: provider)
  }
  func withLock<Result: Sendable>(
    on name: String, _ body: @Sendable () async throws(AuthError) -> Result
  ) async throws(AuthError) -> Result { try await store.withLock(on: name, body) }
}
