import AuthCore

/// A record store in which a test can make calls fail, such as `read outbox/rotation/s1`, `write outbox/…` or
/// `readableKeys outbox/`.
struct FaultyRecords: RecordStore {
  typealias Fault = @Sendable (_ call: String) -> AuthError?

  private final class Shared: Sendable {
    let fault = Locked<Fault?>(nil)
  }

  private let base: any RecordStore
  private let path: String
  private let shared: Shared

  init(_ base: any RecordStore) { self.init(base, path: "", Shared()) }

  private init(_ base: any RecordStore, path: String, _ shared: Shared) {
    (self.base, self.path, self.shared) = (base, path, shared)
  }

  /// Makes calls fail from now on if they begin with this text; with nil, no call fails.
  func fail(_ beginning: String?, with error: AuthError = AuthError(.storeFull, "No room.")) {
    guard let beginning else { return shared.fault.withLock { $0 = nil } }
    shared.fault.withLock { $0 = { (call) in call.hasPrefix(beginning) ? error : nil } }
  }

  func read(_ key: String) async throws(AuthError) -> Record? {
    try check("read", key)
    return try await base.read(key)
  }
  func write(_ value: Secret, for key: String, expecting expected: UInt64?) async throws(AuthError) -> UInt64? {
    try check("write", key)
    return try await base.write(value, for: key, expecting: expected)
  }
  func remove(_ key: String, expecting expected: UInt64?) async throws(AuthError) -> Bool {
    try check("remove", key)
    return try await base.remove(key, expecting: expected)
  }
  func keys() async throws(AuthError) -> [String] {
    try check("keys", "")
    return try await base.keys()
  }
  func readableKeys() async throws(AuthError) -> [String] {
    try check("readableKeys", "")
    return try await base.readableKeys()
  }
  func withLock<Result: Sendable>(
    on name: String, _ body: @Sendable () async throws(AuthError) -> Result
  ) async throws(AuthError) -> Result {
    try await base.withLock(on: name, body)
  }
  func namespaced(_ name: String) -> any RecordStore {
    FaultyRecords(base.namespaced(name), path: path + name + "/", shared)
  }

  private func check(_ call: String, _ key: String) throws(AuthError) {
    if let error = shared.fault.withLock({ $0 })?(call + " " + path + key) { throw error }
  }
}
