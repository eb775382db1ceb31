import AuthCore

/// The `withLock` method of a session store or of a record store.
struct LockCall: Sendable {
  private let sessions: (any SessionStore)?
  private let records: (any RecordStore)?

  init(_ store: any SessionStore) {
    sessions = store
    records = nil
  }

  init(_ store: any RecordStore) {
    sessions = nil
    records = store
  }

  func callAsFunction(
    _ name: String, _ body: @Sendable () async throws(AuthError) -> Int
  ) async throws(AuthError) -> Int {
    if let sessions { return try await sessions.withLock(on: name, body) }
    if let records { return try await records.withLock(on: name, body) }
    return 0
  }
}
