import AuthCore

/// A record store that fails at a chosen call, as if the process had crashed there: before the call takes effect, or
/// after it, when the answer is lost. Or another host acts just before the call.
struct FailingRecordStore: RecordStore {
  private struct Plan {
    var calls = 0
    var next: Int?
    var isAfter = false
    var interruption: (@Sendable () async -> Void)?
  }

  private final class Shared: Sendable {
    let plan = Locked(Plan())
  }

  private let base: any RecordStore
  private let shared: Shared

  init(_ base: any RecordStore) { self.init(base, Shared()) }

  private init(_ base: any RecordStore, _ shared: Shared) {
    self.base = base
    self.shared = shared
  }

  /// Fails at the call with this number, counted from now; with `after`, when it has taken effect.
  func fail(at call: Int?, after: Bool = false) {
    shared.plan.withLock { $0 = Plan(calls: 0, next: call, isAfter: after) }
  }

  /// Runs `body` just before the call with this number, counted from now.
  func interrupt(at call: Int, _ body: @escaping @Sendable () async -> Void) {
    shared.plan.withLock { $0 = Plan(next: call, interruption: body) }
  }

  private func run<Result: Sendable>(
    _ body: () async throws(AuthError) -> Result
  ) async throws(AuthError) -> Result {
    let (isNow, isAfter, interruption) = shared.plan.withLock { plan in
      defer { plan.calls += 1 }
      return (plan.next == plan.calls, plan.isAfter, plan.interruption)
    }
    if isNow, let interruption { await interruption() }
    let fails = isNow && interruption == nil
    let crash = AuthError(.storeUnavailable, "crash")
    if fails, !isAfter { throw crash }
    let result = try await body()
    if fails { throw crash }
    return result
  }

  func read(_ key: String) async throws(AuthError) -> Record? {
    try await run { () async throws(AuthError) in try await base.read(key) }
  }

  func write(_ value: Secret, for key: String, expecting expected: UInt64?) async throws(AuthError) -> UInt64? {
    try await run { () async throws(AuthError) in try await base.write(value, for: key, expecting: expected) }
  }

  func remove(_ key: String, expecting expected: UInt64?) async throws(AuthError) -> Bool {
    try await run { () async throws(AuthError) in try await base.remove(key, expecting: expected) }
  }

  func keys() async throws(AuthError) -> [String] {
    try await run { () async throws(AuthError) in try await base.keys() }
  }

  func withLock<Result: Sendable>(
    on name: String, _ body: @Sendable () async throws(AuthError) -> Result
  ) async throws(AuthError) -> Result { try await base.withLock(on: name, body) }

  func namespaced(_ name: String) -> any RecordStore { FailingRecordStore(base.namespaced(name), shared) }
}
