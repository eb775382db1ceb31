import AuthCore
import AuthStorage

/// A session store that breaks one law.
final class BrokenSessionStore: SessionStore {
  enum Flaw: CaseIterable, Sendable {
    case startsFull, losesTags, listsTwice, losesUpdates, comparesThenWrites, deletesAll, selectsForAll
    case doesNotExclude, hidesErrors, hasOneLock, waitsDeafly
  }

  private struct State {
    var sessions: [SessionID: Session] = [:]
    var selection: [ProviderID: SessionID] = [:]
  }

  private let flaw: Flaw
  private let state = Locked(State())
  private let locks = MemorySessionStore(lockTimeout: .milliseconds(50))
  private let deafLocks = DeafLocks()

  init(_ flaw: Flaw) { self.flaw = flaw }

  func load(_ id: SessionID) async throws(AuthError) -> Session? { state.withLock { $0.sessions[id] } }

  func list() async throws(AuthError) -> [Session] {
    let sessions = state.withLock { Array($0.sessions.values) }
    switch flaw {
    case .startsFull where sessions.isEmpty:
      return [Session(id: SessionID("x"), providerID: "x", tenant: "x", subject: "x", createdAt: SystemClock().now())]
    case .listsTwice: return sessions + sessions.filter { $0.generation > 1 && $0.displayName == nil }
    default: return sessions
    }
  }

  func save(_ session: Session, replacing generation: UInt64?) async throws(AuthError) -> Bool {
    if flaw == .comparesThenWrites, let generation {
      guard state.withLock({ $0.sessions[session.id]?.generation }) == generation else { return false }
      for _ in 0..<100 { await Task.yield() }
      state.withLock { $0.sessions[session.id] = session }
      return true
    }
    return state.withLock { state in
      if let generation, flaw != .losesUpdates, state.sessions[session.id]?.generation != generation { return false }
      state.sessions[session.id] = session
      if flaw == .losesTags { state.sessions[session.id]?.tags = [:] }
      return true
    }
  }

  func delete(_ id: SessionID) async throws(AuthError) {
    state.withLock { state in
      if flaw == .deletesAll { state.sessions = [:] } else { state.sessions[id] = nil }
    }
  }

  func selection(for provider: ProviderID) async throws(AuthError) -> SessionID? {
    state.withLock { $0.selection[flaw == .selectsForAll ? "all" : provider] }
  }

  func select(_ id: SessionID?, for provider: ProviderID) async throws(AuthError) {
    state.withLock { $0.selection[flaw == .selectsForAll ? "all" : provider] = id }
  }

  func withLock<Result: Sendable>(
    on name: String, _ body: @Sendable () async throws(AuthError) -> Result
  ) async throws(AuthError) -> Result {
    switch flaw {
    case .doesNotExclude: return try await body()
    case .waitsDeafly: return try await deafLocks.withLock(on: name, body)
    case .hasOneLock: return try await locks.withLock(on: "lock", body)
    case .hidesErrors:
      do throws(AuthError) {
        return try await locks.withLock(on: name, body)
      } catch {
        throw AuthError(.internalError, "It did not work.")
      }
    default: return try await locks.withLock(on: name, body)
    }
  }
}
