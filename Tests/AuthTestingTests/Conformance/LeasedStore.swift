import AuthCore
import AuthStorage

/// The faults that `LeasedStore` can have.
enum LeaseFlaw: CaseIterable {
  case none
  case ignoresLeases, grantsAlways, fenceStays, leaseNeverEnds, losesLabels
  case commitsAnyGeneration, resurrects, conflictsWithItself, lateReleaseEndsClaim, lateCommitEndsClaim
  case noteWithoutClaim, noteWithoutGeneration, forgetsUse, ageOfLastUse, noteStays, doubtless
  case endsBesideUse, endsBesideRival, endsAnything, keepsSelection, firstPairWins, takesLeaseAsGone
}

/// A row in memory with the rules of a row in a database. Each view of the row represents a host.
final class LeasedRow: Sendable {
  struct State {
    var session: Session?
    var selection: SessionID?
    var fence: UInt64 = 0
    var holder: UInt64?
    var until: ContinuousClock.Instant?
    var spent: (generation: UInt64, fence: UInt64, at: ContinuousClock.Instant, until: ContinuousClock.Instant)?
    var noted: (fence: UInt64, until: ContinuousClock.Instant)?
    var doubted: UInt64?
    var committedFence: UInt64 = 0
    var rival: (fence: UInt64, until: ContinuousClock.Instant)?
  }

  let state = Locked(State())
}

/// A host's view of the row.
struct LeasedStore: RenewalClaiming {
  let row: LeasedRow
  let host: UInt64
  let flaw: LeaseFlaw
  private let memory = MemorySessionStore()
  private let grace = Duration.seconds(5)

  init(_ row: LeasedRow, host: UInt64, flaw: LeaseFlaw = .none) {
    self.row = row
    self.host = host
    self.flaw = flaw
  }

  private var now: ContinuousClock.Instant { .now }

  func claimRenewal(
    of id: SessionID, generation: UInt64?, lease: Duration
  ) async throws(AuthError) -> RenewalClaimResult {
    row.state.withLock { state in
      guard let session = state.session, session.id == id else { return .gone }
      let isHeld = state.until.map { now < $0 || flaw == .leaseNeverEnds } ?? false
      if isHeld, flaw != .grantsAlways { return flaw == .takesLeaseAsGone ? .gone : .held }
      if flaw != .fenceStays { state.fence += 1 }
      state.holder = host
      state.until = flaw == .ignoresLeases ? nil : now + lease
      let isOpen = state.spent?.generation == session.generation && flaw != .forgetsUse
      let start = flaw == .ageOfLastUse ? state.noted.map { $0.until - lease } : state.spent?.at
      return .claimed(
        RenewalClaim(
          session: session, fence: state.fence, token: session.generation,
          unanswered: isOpen ? start.map { $0.duration(to: now) } : nil,
          isDoubtful: (state.doubted == session.generation || state.rival != nil) && flaw != .doubtless))
    }
  }

  func noteRenewal(of claim: RenewalClaim) async throws(AuthError) {
    let isNoted = row.state.withLock { state in
      guard let session = state.session else { return false }
      if flaw != .noteWithoutClaim {
        guard state.holder == host, state.fence == claim.fence, let until = state.until, now < until else {
          return false
        }
      }
      if flaw != .noteWithoutGeneration, session.generation != claim.session.generation { return false }
      let until = state.until ?? now
      if let spent = state.spent, spent.generation == session.generation {
        state.spent?.until = max(spent.until, state.noted?.until ?? spent.until)
      } else {
        state.spent = (session.generation, claim.fence, now, until)
      }
      state.noted = (claim.fence, until)
      return true
    }
    if !isNoted { throw AuthError(.storeLocked, "The claim is not held.") }
  }

  func commitRenewal(_ renewed: Session, of claim: RenewalClaim) async throws(AuthError) -> RenewalCommitResult {
    row.state.withLock { state in
      guard let stored = state.session else {
        if flaw == .resurrects { state.session = renewed }
        return .gone
      }
      if stored == renewed, flaw != .conflictsWithItself { return .committed }
      var next = renewed
      if flaw != .losesLabels { next.tags = stored.tags }
      let isNewer = stored.generation != claim.session.generation
      if isNewer, flaw != .commitsAnyGeneration {
        guard case .newPair = claim.replay, flaw != .firstPairWins, state.committedFence < claim.fence else {
          return .superseded(stored)
        }
        next.generation = stored.generation + 1
      }
      state.session = next
      state.spent = nil
      state.doubted = nil
      state.committedFence = claim.fence
      if let noted = state.noted, noted.fence > claim.fence, flaw != .endsBesideRival { state.rival = noted }
      if state.fence == claim.fence || flaw == .lateCommitEndsClaim { (state.holder, state.until) = (nil, nil) }
      return isNewer && flaw != .commitsAnyGeneration ? .superseded(next) : .committed
    }
  }

  func endRenewal(of session: Session, claim: RenewalClaim) async throws(AuthError) -> RenewalEndResult {
    row.state.withLock { state in
      guard let stored = state.session else { return .ended(session) }
      guard stored == session || flaw == .endsAnything else { return .superseded(stored) }
      var ends: [ContinuousClock.Instant] = []
      if let spent = state.spent, spent.generation == stored.generation, spent.fence != claim.fence {
        ends.append(spent.until)
      }
      if let noted = state.noted, state.spent?.generation == stored.generation, noted.fence != claim.fence {
        ends.append(noted.until)
      }
      if let rival = state.rival, rival.fence != claim.fence { ends.append(rival.until) }
      if let end = ends.max(), now < end + grace, flaw != .endsBesideUse {
        return .contested(now.duration(to: end + grace))
      }
      state.session = nil
      if state.selection == session.id, flaw != .keepsSelection { state.selection = nil }
      return .ended(session)
    }
  }

  func releaseRenewal(_ claim: RenewalClaim) async {
    row.state.withLock { state in
      guard state.holder == host && state.fence == claim.fence || flaw == .lateReleaseEndsClaim else { return }
      (state.holder, state.until) = (nil, nil)
      if claim.use == .unanswered { state.doubted = claim.session.generation }
      if state.spent?.fence == claim.fence, flaw != .noteStays { state.spent = nil }
    }
  }

  func load(_ id: SessionID) async throws(AuthError) -> Session? {
    row.state.withLock { $0.session?.id == id ? $0.session : nil }
  }
  func list() async throws(AuthError) -> [Session] { row.state.withLock { $0.session.map { [$0] } ?? [] } }
  func save(_ session: Session, replacing generation: UInt64?) async throws(AuthError) -> Bool {
    row.state.withLock { state in
      if let generation, state.session?.generation != generation { return false }
      if generation == nil { state.fence += 1; (state.holder, state.until, state.spent) = (nil, nil, nil) }
      state.session = session
      return true
    }
  }
  func delete(_ id: SessionID) async throws(AuthError) { row.state.withLock { $0.session = nil } }
  func selection(for provider: ProviderID) async throws(AuthError) -> SessionID? { row.state.withLock { $0.selection } }
  func select(_ id: SessionID?, for provider: ProviderID) async throws(AuthError) {
    row.state.withLock { $0.selection = id }
  }
  func withLock<Result: Sendable>(
    on name: String, _ body: @Sendable () async throws(AuthError) -> Result
  ) async throws(AuthError) -> Result { try await memory.withLock(on: name, body) }
}
