public import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The laws of every store that grants claims of renewals, as a suite that needs no test framework.
///
/// Two views are two hosts. The laws about leases apply to stores whose claims expire; they wait some hundred
/// milliseconds of the store's own clock.
public struct RenewalClaimConformance: Sendable {
  private let makeViews: @Sendable () async throws -> [any RenewalClaiming]

  /// A suite over a kind of store.
  ///
  /// - Parameter makeViews: returns one or more views of one new, empty store: hosts of a fleet, or processes.
  public init(makeViews: @escaping @Sendable () async throws -> [any RenewalClaiming]) { self.makeViews = makeViews }

  /// The names of the laws, in the order in which they are checked.
  public static var laws: [String] { all.map(\.name) }

  /// Checks every law and returns the broken ones.
  public func failures() async -> [ConformanceFailure] { await brokenLaws(Self.all, makeViews) }

  typealias Views = [any RenewalClaiming]
  private typealias Law = ConformanceLaw<Views>

  private static let all: [Law] = [
    Law("a claim gives the session as it is stored", givesStored),
    Law("a claim excludes others until its release", excludes),
    Law("fences grow with every claim", fencesGrow),
    Law("of many claims one is granted", races),
    Law("a session that is not there cannot be claimed", gone),
    Law("a commit writes over the claimed generation alone", commits),
    Law("a commit after a sign-out stores nothing", doesNotResurrect),
    Law("a commit that is repeated has happened once", repeats),
    Law("labels that were set during a renewal stay", keepsLabels),
    Law("a refusal deletes the session that it was about", ends),
    Law("a claim ends with its lease", leaseEnds),
    Law("a note needs the claim", noteNeedsClaim),
    Law("the next holder learns of a use without a result", tellsUnanswered),
    Law("a use whose end was seen is closed, and doubtful without an answer", settles),
    Law("a refusal beside another use ends nothing at once", contests),
    Law("where a repeated use gives a new pair, the higher fence wins", overtakes),
    Law("a late commit leaves the claim of another alone", leavesClaims),
    Law("a claim whose commit came too late is free after its release", freesAfterLateCommit),
    Law("a credential beside a later use is doubtful", doubtsRivals),
    Law("a refusal ends nothing while a later use of an earlier credential is open", minds),
  ]

  static func session(_ generation: UInt64 = 1, of use: String = "") -> Session {
    var session = SessionStoreConformance.example("claimed", generation: generation)
    session.tokens = SessionTokens(access: Secret("access\(use)"), refresh: Secret("refresh\(use)"))
    return session
  }

  static let lease = Duration.seconds(20)
  static let short = Duration.milliseconds(150)

  static func claim(_ store: any RenewalClaiming, lease: Duration = lease) async throws -> RenewalClaim {
    guard case .claimed(let claim) = try await store.claimRenewal(of: session().id, generation: nil, lease: lease)
    else { throw BrokenLaw(reason: "the claim is granted") }
    return claim
  }

  /// Waits in real time: the store's clock may be a database's.
  static func outlast(_ lease: Duration) async throws { try await Task.sleep(for: lease + .milliseconds(150)) }

  private static func givesStored(_ views: Views) async throws {
    try await views[0].save(session())
    let claim = try await claim(views[0])
    try require(claim.session == session(), "the claim has the stored session")
    try require(claim.unanswered == nil, "no use of its credential is open")
    await views[0].releaseRenewal(claim)
  }

  private static func excludes(_ views: Views) async throws {
    guard views[0].claimsExpire, let last = views.last else { return }
    try await views[0].save(session())
    let first = try await claim(views[0])
    for store in views {
      guard case .held = try await store.claimRenewal(of: session().id, generation: nil, lease: lease) else {
        throw BrokenLaw(reason: "a second claim is not granted")
      }
    }
    await views[0].releaseRenewal(first)
    await last.releaseRenewal(try await claim(last))
  }

  private static func fencesGrow(_ views: Views) async throws {
    try await views[0].save(session())
    var fences: [UInt64] = []
    for store in views + views {
      let claim = try await claim(store)
      fences.append(claim.fence)
      await store.releaseRenewal(claim)
    }
    // Claims that rest on a lock count for themselves, each view its own.
    guard views[0].claimsExpire else { return }
    try require(zip(fences, fences.dropFirst()).allSatisfy { $0 < $1 }, "each fence is greater than the one before")
  }

  private static func races(_ views: Views) async throws {
    guard views[0].claimsExpire else { return }
    try await views[0].save(session())
    let granted = try await withThrowingTaskGroup(of: Bool.self) { group in
      for index in 0..<20 {
        group.addTask {
          if case .claimed = try await views[index % views.count].claimRenewal(
            of: session().id, generation: nil, lease: lease)
          {
            true
          } else {
            false
          }
        }
      }
      return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    try require(granted == 1, "one of 20 claims is granted, not \(granted)")
  }

  private static func gone(_ views: Views) async throws {
    guard case .gone = try await views[0].claimRenewal(of: SessionID("none"), generation: nil, lease: lease) else {
      throw BrokenLaw(reason: "there is nothing to claim")
    }
  }

  private static func commits(_ views: Views) async throws {
    guard let last = views.last else { return }
    try await views[0].save(session())
    let first = try await claim(views[0])
    guard case .committed = try await views[0].commitRenewal(session(2, of: "-a"), of: first) else {
      throw BrokenLaw(reason: "the renewed session is stored")
    }
    await views[0].releaseRenewal(first)
    try require(try await last.load(session().id) == session(2, of: "-a"), "and read by every view")
    guard case .superseded(let other) = try await last.commitRenewal(session(2, of: "-b"), of: first) else {
      throw BrokenLaw(reason: "a second commit of one generation is refused")
    }
    try require(other == session(2, of: "-a"), "it gives the session that is stored")
    try require(try await last.load(session().id) == session(2, of: "-a"), "which stays")
  }

  private static func doesNotResurrect(_ views: Views) async throws {
    guard let last = views.last else { return }
    try await views[0].save(session())
    let claim = try await claim(views[0])
    try await last.delete(session().id)
    guard case .gone = try await views[0].commitRenewal(session(2), of: claim) else {
      throw BrokenLaw(reason: "the commit says that the session is gone")
    }
    await views[0].releaseRenewal(claim)
    try require(try await last.load(session().id) == nil, "the session does not come back")
  }

  private static func repeats(_ views: Views) async throws {
    try await views[0].save(session())
    let claim = try await claim(views[0])
    for _ in 0..<2 {
      guard case .committed = try await views[0].commitRenewal(session(2), of: claim) else {
        throw BrokenLaw(reason: "a commit that has happened is no conflict")
      }
    }
    await views[0].releaseRenewal(claim)
  }

  private static func keepsLabels(_ views: Views) async throws {
    guard views[0].claimsExpire, let last = views.last else { return }
    try await views[0].save(session())
    let claim = try await claim(views[0])
    var labelled = session()
    labelled.tags["place"] = "work"
    try require(try await last.save(labelled, replacing: 1), "the label is stored")
    guard case .committed = try await views[0].commitRenewal(session(2, of: "-a"), of: claim) else {
      throw BrokenLaw(reason: "the renewed session is stored over the label")
    }
    let stored = try await last.load(session().id)
    try require(stored?.tags["place"] == "work", "the label stays")
    try require(stored?.tokens == session(2, of: "-a").tokens, "with the new credential")
  }

  private static func ends(_ views: Views) async throws {
    guard let last = views.last else { return }
    try await views[0].save(session())
    try await views[0].select(session().id, for: session().providerID)
    let first = try await claim(views[0])
    guard case .ended = try await views[0].endRenewal(of: session(), claim: first) else {
      throw BrokenLaw(reason: "the refused session is deleted")
    }
    await views[0].releaseRenewal(first)
    try require(try await last.load(session().id) == nil, "it is gone")
    try require(try await last.selection(for: session().providerID) == nil, "and not selected")
    try await views[0].save(session())
    let second = try await claim(views[0])
    try await last.save(session(7))
    guard case .superseded = try await views[0].endRenewal(of: session(), claim: second) else {
      throw BrokenLaw(reason: "another session under the identity is not deleted")
    }
    try require(try await last.load(session().id) == session(7), "it stays")
    await views[0].releaseRenewal(second)
  }
}
