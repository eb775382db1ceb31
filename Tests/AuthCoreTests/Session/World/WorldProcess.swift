import AuthTesting

@testable import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// One process of a world: the engines of its client, and their waiting callers.
struct WorldProcess {
  /// The request of a caller, and its time.
  struct Ask {
    let demand: SessionMachine.Demand
    /// The engines to ask next if this one has no session.
    let next: [Int]
    let start: Int
    /// Whether the store was read for this request. The store is not read while a renewal still has to be stored.
    var hasRead = true
  }

  /// One engine, of the selected session or of one account.
  struct Engine {
    let provider: ProviderID
    let tenant: String
    let account: SessionID?
    var machine: SessionMachine
    var isRecovered = false
    /// The revision of the store at the last read.
    var revision: UInt64?
    var asks: [SessionMachine.WaiterID: Ask] = [:]
    var state: SessionState = .loading
    var stateRevision: UInt64 = 0
    var alarm: Date?
    var isWatched = false
    /// The sessions with a renewal in progress.
    var flights: Set<SessionID> = []

    init(_ provider: ProviderID, _ tenant: String, account: SessionID? = nil, jitter: Double) {
      self.provider = provider
      self.tenant = tenant
      self.account = account
      machine = SessionMachine(providerID: provider, isRenewable: true, jitter: jitter)
    }

    func isOwn(_ session: Session) -> Bool { session.providerID == provider && session.tenant == tenant }

    /// Returns the engine's session from the store.
    func read(_ store: WorldStore) -> Session? {
      guard let id = account ?? store.selection[provider], let session = store.records[id], isOwn(session) else {
        return nil
      }
      return session
    }
  }

  let places: [(provider: ProviderID, tenant: String)]
  let resolver: SessionResolver
  private(set) var engines: [Engine] = []
  /// The renewals that the store refused; the engines share them.
  var unsaved: [SessionID: (new: Session, old: Session)] = [:]
  private var lastFlow = 0
  var flows: [Int: WorldFlow] = [:]
  private var lastWaiter: SessionMachine.WaiterID = 0

  /// - Parameter places: the configured provider and its fallback, each with its tenant.
  init(_ places: [(provider: ProviderID, tenant: String)]) {
    self.places = places
    resolver = SessionResolver(asked: nil, configured: places[0].provider, fallback: places.dropFirst().map(\.provider))
    restart()
  }

  /// Discards all state in memory.
  mutating func restart() {
    engines = places.map { Engine($0.provider, $0.tenant, jitter: 0.5) }
    unsaved = [:]
    flows = [:]
  }

  subscript(_ engine: Int) -> Engine {
    get { engines[engine] }
    _modify { yield &engines[engine] }
  }

  /// Returns the engine of an account, and creates it if it does not exist.
  mutating func engine(of session: Session) -> Int? {
    if let known = engines.firstIndex(where: { $0.account == session.id }) { return known }
    guard let instance = engines.firstIndex(where: { $0.account == nil && $0.isOwn(session) }) else { return nil }
    engines.append(Engine(engines[instance].provider, engines[instance].tenant, account: session.id, jitter: 0.5))
    return engines.count - 1
  }

  mutating func newFlow(_ flow: WorldFlow) -> Int {
    lastFlow += 1
    flows[lastFlow] = flow
    return lastFlow
  }

  mutating func newWaiter() -> SessionMachine.WaiterID {
    lastWaiter += 1
    return lastWaiter
  }
}
