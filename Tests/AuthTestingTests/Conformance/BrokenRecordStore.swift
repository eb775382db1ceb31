import AuthCore
import AuthStorage

/// A record store that breaks one law.
struct BrokenRecordStore: RecordStore {
  enum Flaw: CaseIterable, Sendable {
    case startsFull, cutsOff, ignoresVersions, removesAnyVersion, repeatsVersions, comparesThenWrites
    case foldsNames, seesOtherNamespaces, doesNotExclude, hidesErrors, hasOneLock, locksAcrossNamespaces, waitsDeafly
  }

  private struct State {
    var records: [[String]: [String: Record]] = [:]
    var version: UInt64 = 0
  }

  private final class Storage: Sendable {
    let state = Locked(State())
    let locks = MemoryRecordStore(lockTimeout: .milliseconds(50))
    let deafLocks = DeafLocks()
  }

  private let flaw: Flaw
  private let storage: Storage
  private let namespace: [String]

  init(_ flaw: Flaw) { self.init(flaw, Storage(), []) }

  private init(_ flaw: Flaw, _ storage: Storage, _ namespace: [String]) {
    self.flaw = flaw
    self.storage = storage
    self.namespace = namespace
  }

  private func name(_ key: String) -> String { flaw == .foldsNames ? key.lowercased() : key }

  func read(_ key: String) async throws(AuthError) -> Record? {
    let found = storage.state.withLock { $0.records[namespace]?[name(key)] }
    return found == nil && flaw == .startsFull && key == "none" ? Record(value: Secret(""), version: 0) : found
  }

  func write(_ value: Secret, for key: String, expecting expected: UInt64?) async throws(AuthError) -> UInt64? {
    if flaw == .comparesThenWrites {
      guard storage.state.withLock({ $0.records[namespace]?[name(key)]?.version }) == expected else { return nil }
      for _ in 0..<100 { await Task.yield() }
    }
    return storage.state.withLock { state in
      let stored = state.records[namespace]?[name(key)]
      if flaw != .ignoresVersions, flaw != .comparesThenWrites, stored?.version != expected { return nil }
      state.version = flaw == .repeatsVersions ? (stored?.version ?? 0) + 1 : state.version + 1
      let kept = flaw == .cutsOff ? Secret(value.revealBytes().prefix(200)) : value
      state.records[namespace, default: [:]][name(key)] = Record(value: kept, version: state.version)
      return state.version
    }
  }

  func remove(_ key: String, expecting expected: UInt64?) async throws(AuthError) -> Bool {
    storage.state.withLock { state in
      guard let stored = state.records[namespace]?[name(key)] else { return false }
      if let expected, stored.version != expected, flaw != .removesAnyVersion { return false }
      state.records[namespace]?[name(key)] = nil
      return true
    }
  }

  func keys() async throws(AuthError) -> [String] {
    storage.state.withLock { state in
      flaw == .seesOtherNamespaces
        ? state.records.values.flatMap(\.keys) : Array((state.records[namespace] ?? [:]).keys)
    }
  }

  func withLock<Result: Sendable>(
    on name: String, _ body: @Sendable () async throws(AuthError) -> Result
  ) async throws(AuthError) -> Result {
    let locks = namespace.reduce(storage.locks as any RecordStore) { $0.namespaced($1) }
    switch flaw {
    case .doesNotExclude: return try await body()
    case .waitsDeafly:
      return try await storage.deafLocks.withLock(on: (namespace + [name]).joined(separator: "/"), body)
    case .hasOneLock: return try await storage.locks.withLock(on: "lock", body)
    case .locksAcrossNamespaces: return try await storage.locks.withLock(on: name, body)
    case .hidesErrors:
      do throws(AuthError) {
        return try await locks.withLock(on: name, body)
      } catch {
        throw AuthError(.internalError, "It did not work.")
      }
    default: return try await locks.withLock(on: name, body)
    }
  }

  func namespaced(_ name: String) -> any RecordStore { BrokenRecordStore(flaw, storage, namespace + [name]) }
}
