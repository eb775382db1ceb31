import AuthCore

/// A record store that keeps the text of every record that is written.
struct ListeningRecordStore: RecordStore {
  private final class Heard: Sendable {
    let texts = Locked<[String]>([])
  }

  private let base: any RecordStore
  private let heard: Heard

  init(_ base: any RecordStore) { self.init(base, Heard()) }

  private init(_ base: any RecordStore, _ heard: Heard) {
    self.base = base
    self.heard = heard
  }

  var written: [String] { heard.texts.withLock { $0 } }

  func read(_ key: String) async throws(AuthError) -> Record? { try await base.read(key) }

  func write(_ value: Secret, for key: String, expecting expected: UInt64?) async throws(AuthError) -> UInt64? {
    heard.texts.withLock { $0 += [value.revealText(), key] }
    return try await base.write(value, for: key, expecting: expected)
  }

  func remove(_ key: String, expecting expected: UInt64?) async throws(AuthError) -> Bool {
    try await base.remove(key, expecting: expected)
  }

  func keys() async throws(AuthError) -> [String] { try await base.keys() }

  func withLock<Result: Sendable>(
    on name: String, _ body: @Sendable () async throws(AuthError) -> Result
  ) async throws(AuthError) -> Result { try await base.withLock(on: name, body) }

  func namespaced(_ name: String) -> any RecordStore { ListeningRecordStore(base.namespaced(name), heard) }
}
