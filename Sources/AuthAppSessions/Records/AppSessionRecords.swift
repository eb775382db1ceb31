import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The records of this module in a record store. Each change is one compare-and-set on one record.
struct AppSessionRecords: Sendable {
  /// The kinds of records, each in its own namespace.
  enum Kind: String, CaseIterable, Sendable {
    case sessions
    case handles
    case notices
  }

  /// How often a change is tried while others change the same record.
  private static let attempts = 64

  private let root: any RecordStore

  init(_ root: any RecordStore) { self.root = root.namespaced("app-sessions") }

  /// The characters with which keys begin. Each has a namespace, so that a list never contains all records.
  static let shards = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")

  /// Returns the store of the records of a kind whose keys begin with a character.
  func shard(_ kind: Kind, _ first: Character) -> any RecordStore {
    root.namespaced(kind.rawValue).namespaced(String(first))
  }

  private func store(_ kind: Kind, of key: String) -> any RecordStore { shard(kind, key.first ?? "A") }

  /// Reads a session; nil if it does not exist.
  ///
  /// - Throws: a storage code.
  func session(_ id: SessionID) async throws(AuthError) -> (session: StoredAppSession, version: UInt64)? {
    guard let record = try await store(.sessions, of: id.rawValue).read(id.rawValue) else { return nil }
    return (try StoredAppSession(id, record.value), record.version)
  }

  /// Writes a session if its version is still `expected`; nil creates it.
  ///
  /// - Returns: whether it was written.
  /// - Throws: a storage code.
  func write(
    _ session: StoredAppSession, _ id: SessionID, expecting expected: UInt64?
  ) async throws(AuthError) -> Bool {
    try await store(.sessions, of: id.rawValue).write(session.record, for: id.rawValue, expecting: expected) != nil
  }

  /// Removes a session if its version is still `expected`; nil removes any version, even an unreadable one.
  ///
  /// - Throws: a storage code.
  @discardableResult
  func remove(_ id: SessionID, expecting expected: UInt64?) async throws(AuthError) -> Bool {
    try await store(.sessions, of: id.rawValue).remove(id.rawValue, expecting: expected)
  }

  /// Reads the list of a handle; an empty one if it does not exist.
  ///
  /// - Throws: a storage code.
  func index(_ handle: String) async throws(AuthError) -> AppSessionIndex {
    guard let record = try await store(.handles, of: handle).read(handle) else { return AppSessionIndex() }
    return try AppSessionIndex(record.value)
  }

  /// Changes the list of a handle. An empty list is removed.
  ///
  /// - Returns: the list after the change.
  /// - Throws: `store_locked` if others keep changing it; another storage code.
  @discardableResult
  func change(
    _ handle: String, _ body: @Sendable (inout AppSessionIndex) -> Void
  ) async throws(AuthError) -> AppSessionIndex {
    let store = store(.handles, of: handle)
    for _ in 0..<Self.attempts {
      let record = try await store.read(handle)
      let known = try record.map { (record) throws(AuthError) in try AppSessionIndex(record.value) }
      var index = known ?? AppSessionIndex()
      body(&index)
      if index == known ?? AppSessionIndex() { return index }
      if index.isEmpty {
        if try await store.remove(handle, expecting: record?.version) { return index }
      } else if try await store.write(index.record, for: handle, expecting: record?.version) != nil {
        return index
      }
    }
    throw Self.busy
  }

  /// Returns whether a provider's event was noted before.
  ///
  /// - Throws: a storage code.
  func knows(notice key: String) async throws(AuthError) -> Bool {
    try await store(.notices, of: key).read(key) != nil
  }

  /// Notes a provider's event until `time`.
  ///
  /// - Returns: whether the event was new.
  /// - Throws: a storage code.
  @discardableResult
  func note(notice key: String, until time: Date) async throws(AuthError) -> Bool {
    let record = RecordFields.encode(["keep": .time(time)])
    return try await store(.notices, of: key).write(record, for: key, expecting: nil) != nil
  }

  /// The result of trying to change a session.
  enum Attempt<Value: Sendable>: Sendable {
    case done(Value)
    /// Another caller has changed the record in the meantime.
    case conflict
  }

  /// Repeats a change of a session until it does not conflict with another caller's change.
  ///
  /// - Throws: `store_locked` if others keep changing it; the errors of `body`.
  func repeating<Value: Sendable>(
    _ body: @Sendable () async throws(AuthError) -> Attempt<Value>
  ) async throws(AuthError) -> Value {
    for _ in 0..<Self.attempts {
      if case .done(let value) = try await body() { return value }
    }
    throw Self.busy
  }

  private static var busy: AuthError {
    // Earlier steps of the call may have succeeded; each can be repeated.
    AuthError(
      .storeLocked, "Other hosts keep changing the same app session, so the call was not completed. Try again.")
  }
}
