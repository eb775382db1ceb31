import AuthTesting

@testable import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The store that all processes of a world share: sessions, selections, claims, and the outbox. Each call corresponds
/// to one critical section of a real store.
struct WorldStore {
  private struct Claim {
    let token: UInt64
    let holder: Int
    let end: Date
  }

  /// Whether a claim is a lock of the kernel, which ends with its holder. Otherwise, a claim is a lease, which expires.
  let locksByKernel: Bool
  private(set) var records: [SessionID: Session] = [:]
  private(set) var selection: [ProviderID: SessionID] = [:]
  private(set) var revision: UInt64 = 0
  /// The generations whose renewal was started.
  var notes: [SessionID: UInt64] = [:]
  private(set) var rotations: [SessionID: Session] = [:]
  private(set) var revocations: [Session.Version: Session] = [:]
  private var claims: [SessionID: Claim] = [:]
  private var fence: UInt64 = 0
  /// The suspended flows.
  var flows: [FlowTicket: Record] = [:]
  private var lastTicket = 0

  init(locksByKernel: Bool) { self.locksByKernel = locksByKernel }

  mutating func save(_ session: Session) {
    records[session.id] = session
    revision += 1
  }

  mutating func select(_ id: SessionID?, for provider: ProviderID) {
    selection[provider] = id
    revision += 1
  }

  mutating func commit(_ session: Session) -> RenewalCommitResult {
    guard let stored = records[session.id] else { return .gone }
    guard stored.generation == session.generation - 1 else {
      return stored == session ? .committed : .superseded(stored)
    }
    save(session)
    return .committed
  }

  /// Deletes a session and deselects it.
  mutating func remove(_ id: SessionID) {
    guard let session = records.removeValue(forKey: id) else { return }
    revision += 1
    if selection[session.providerID] == id { select(nil, for: session.providerID) }
  }

  /// Deletes a session if the stored one is equal to it.
  mutating func deleting(_ session: Session) -> Session? {
    guard let stored = records[session.id] else { return nil }
    guard stored == session else { return stored }
    remove(session.id)
    return nil
  }

  // MARK: Claims

  /// Claims the renewal of a session.
  ///
  /// - Returns: the token, or nil while another process holds the claim; and whether the previous holder was overtaken.
  mutating func claim(_ id: SessionID, by holder: Int, now: Date, lease: Double) -> (token: UInt64?, overtaken: Bool) {
    var isOvertaken = false
    if let claim = claims[id] {
      guard !locksByKernel, claim.end <= now else { return (nil, false) }
      isOvertaken = true
    }
    fence += 1
    claims[id] = Claim(token: fence, holder: holder, end: now.addingTimeInterval(lease))
    return (fence, isOvertaken)
  }

  mutating func release(_ id: SessionID, _ token: UInt64) {
    if claims[id]?.token == token { claims[id] = nil }
  }

  /// Releases the locks of a killed process. Leases stay.
  mutating func ended(_ holder: Int) {
    if locksByKernel { claims = claims.filter { $0.value.holder != holder } }
  }

  // MARK: Flows

  mutating func newTicket() -> Int {
    lastTicket += 1
    return lastTicket
  }

  /// Removes expired flows, like `StoredFlow.collect`.
  mutating func collectFlows(of provider: ProviderID?, now: Date) {
    flows = flows.filter { ticket, record in
      ticket.providerID != provider || (try? StoredFlow(record))?.isExpired(at: now) != true
    }
  }

  // MARK: Outbox

  mutating func spool(_ renewed: Session) { rotations[renewed.id] = renewed }
  mutating func unspool(_ renewed: Session) { if rotations[renewed.id] == renewed { rotations[renewed.id] = nil } }
  mutating func note(_ session: Session) { revocations[session.version] = session }
  mutating func strike(_ session: Session) { revocations[session.version] = nil }

  /// Removes an outcome's entries from the outbox, like `SessionRenewal.settle`.
  mutating func settle(_ outcome: SessionRenewal.Outcome) {
    switch outcome {
    case .renewed(let renewed, _): unspool(renewed)
    case .superseded(let other, let unused):
      if !unused.isSucceeded(by: other) { note(unused) }
      unspool(unused)
    case .dropped(let unused?):
      note(unused)
      unspool(unused)
    case .dropped(nil), .adopted, .refused, .unsaved: break
    }
  }
}
