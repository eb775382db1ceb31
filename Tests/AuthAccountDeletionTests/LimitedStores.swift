import AuthCore
import AuthStorage

/// How many changes of the stores succeed. It stands for a crash (no later change succeeds) or a full disk (one change
/// fails).
final class WriteBudget: Sendable {
  private struct State {
    /// How many changes succeed before one fails; nil if none fails.
    var left: Int?
    var isCrash = true
    var hasFailed = false
  }

  private let state = Locked(State())

  /// Whether a change has failed.
  var hasFailed: Bool { state.withLock { $0.hasFailed } }

  /// Lets the change after `left` changes fail, and after a crash all later changes as well; nil lets no change fail.
  func set(_ left: Int?, isCrash: Bool = true) {
    state.withLock { $0 = State(left: left, isCrash: isCrash) }
  }

  func spend() throws(AuthError) {
    let fails = state.withLock { state in
      guard let left = state.left else { return false }
      if state.hasFailed { return state.isCrash }
      state.left = left - 1
      state.hasFailed = left == 0
      return state.hasFailed
    }
    if fails { throw AuthError(.storeFull, "The disk is full.") }
  }
}

/// The keys that were made and not deleted.
final class LiveKeys: Sendable {
  private let keys = Locked<Set<KeyReference>>([])

  var isEmpty: Bool { keys.withLock { $0.isEmpty } }
  func insert(_ key: KeyReference) { keys.withLock { _ = $0.insert(key) } }
  func remove(_ key: KeyReference) { keys.withLock { _ = $0.remove(key) } }
}

struct LimitedRecordStore: RecordStore {
  let inner: any RecordStore
  let budget: WriteBudget

  func read(_ key: String) async throws(AuthError) -> Record? { try await inner.read(key) }
  func write(_ value: Secret, for key: String, expecting expected: UInt64?) async throws(AuthError) -> UInt64? {
    try budget.spend()
    return try await inner.write(value, for: key, expecting: expected)
  }
  func remove(_ key: String, expecting expected: UInt64?) async throws(AuthError) -> Bool {
    guard try await inner.read(key) != nil else { return false }
    try budget.spend()
    return try await inner.remove(key, expecting: expected)
  }
  func keys() async throws(AuthError) -> [String] { try await inner.keys() }
  func withLock<Result: Sendable>(
    on name: String, _ body: @Sendable () async throws(AuthError) -> Result
  ) async throws(AuthError) -> Result { try await inner.withLock(on: name, body) }
  func namespaced(_ name: String) -> any RecordStore {
    LimitedRecordStore(inner: inner.namespaced(name), budget: budget)
  }
}

struct LimitedSessionStore: SessionStore {
  let inner: MemorySessionStore
  let budget: WriteBudget

  func load(_ id: SessionID) async throws(AuthError) -> Session? { try await inner.load(id) }
  func list() async throws(AuthError) -> [Session] { try await inner.list() }
  func save(_ session: Session, replacing generation: UInt64?) async throws(AuthError) -> Bool {
    try budget.spend()
    return try await inner.save(session, replacing: generation)
  }
  func delete(_ id: SessionID) async throws(AuthError) {
    guard try await inner.load(id) != nil else { return }
    try budget.spend()
    try await inner.delete(id)
  }
  func selection(for provider: ProviderID) async throws(AuthError) -> SessionID? {
    try await inner.selection(for: provider)
  }
  func select(_ id: SessionID?, for provider: ProviderID) async throws(AuthError) {
    try budget.spend()
    try await inner.select(id, for: provider)
  }
  var revision: UInt64? { inner.revision }
  var changes: AsyncStream<Void>? { inner.changes }
  func withLock<Result: Sendable>(
    on name: String, _ body: @Sendable () async throws(AuthError) -> Result
  ) async throws(AuthError) -> Result { try await inner.withLock(on: name, body) }
}

struct LimitedKeyStore: KeyStore {
  let inner: MemoryKeyStore
  let budget: WriteBudget
  let live: LiveKeys

  var id: String { inner.id }
  var supportedAlgorithms: [KeyAlgorithm] { inner.supportedAlgorithms }
  var isExportable: Bool { inner.isExportable }
  func generate(
    _ algorithm: KeyAlgorithm, policy: KeyPolicy, namespace: String
  ) async throws(AuthError) -> KeyReference {
    try budget.spend()
    let key = try await inner.generate(algorithm, policy: policy, namespace: namespace)
    live.insert(key)
    return key
  }
  func keys(in namespace: String) async throws(AuthError) -> [KeyReference] { try await inner.keys(in: namespace) }
  func sign(_ message: [UInt8], with key: KeyReference) async throws(AuthError) -> [UInt8] {
    try await inner.sign(message, with: key)
  }
  func signImmediately(_ message: [UInt8], with key: KeyReference) throws(AuthError) -> [UInt8]? {
    try inner.signImmediately(message, with: key)
  }
  func delete(_ key: KeyReference) async throws(AuthError) {
    try budget.spend()
    try await inner.delete(key)
    live.remove(key)
  }
}
