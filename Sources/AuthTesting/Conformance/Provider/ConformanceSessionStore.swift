import AuthCore

/// The suite's session store, in memory. It keeps records as bytes, as stores on disk do, and a journal of every write.
final class ConformanceSessionStore: SessionStore {
  private struct State {
    var records: [SessionID: Secret] = [:]
    var selection: [ProviderID: SessionID] = [:]
    var written: [Secret] = []
    var deletions = 0
  }

  private let state = Locked(State())
  private let locks = ConformanceLocks()

  /// The record of a session as bytes.
  func record(_ id: SessionID) -> Secret? { state.withLock { $0.records[id] } }

  /// Every record that is stored.
  var records: [Secret] { state.withLock { Array($0.records.values) } }

  /// Every record that was ever written, in order.
  var written: [Secret] { state.withLock { $0.written } }

  /// How often an existing record was deleted.
  var deletions: Int { state.withLock { $0.deletions } }

  func load(_ id: SessionID) async throws(AuthError) -> Session? {
    guard let record = record(id) else { return nil }
    return try SessionRecord.decode(record)
  }

  func list() async throws(AuthError) -> [Session] {
    var sessions: [Session] = []
    for record in records { sessions.append(try SessionRecord.decode(record)) }
    return sessions
  }

  @discardableResult
  func save(_ session: Session, replacing generation: UInt64?) async throws(AuthError) -> Bool {
    let record = SessionRecord.encode(session)
    let stored = state.withLock { $0.records[session.id] }
    if let generation {
      guard let stored, try SessionRecord.decode(stored).generation == generation else { return false }
    }
    return state.withLock { state in
      // Compare again: another task may have written since.
      guard generation == nil || state.records[session.id] == stored else { return false }
      state.records[session.id] = record
      state.written.append(record)
      return true
    }
  }

  func delete(_ id: SessionID) async throws(AuthError) {
    state.withLock { state in
      if state.records.removeValue(forKey: id) != nil { state.deletions += 1 }
    }
  }

  func selection(for provider: ProviderID) async throws(AuthError) -> SessionID? {
    state.withLock { $0.selection[provider] }
  }

  func select(_ id: SessionID?, for provider: ProviderID) async throws(AuthError) {
    state.withLock { $0.selection[provider] = id }
  }

  func withLock<Result: Sendable>(
    on name: String, _ body: @Sendable () async throws(AuthError) -> Result
  ) async throws(AuthError) -> Result {
    try await locks.withLock(on: name, body)
  }
}
