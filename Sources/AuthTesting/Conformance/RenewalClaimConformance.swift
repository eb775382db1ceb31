public import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A suite of the laws that every store that grants renewal claims must keep. It needs no test framework: run it and
/// expect no failures.
///
/// Each view stands for one host. Many laws need a store whose claims expire, and most of these also need a second
/// view. For other stores, these laws hold without a check. Each law that needs the end of a lease waits several
/// hundred milliseconds in real time.
public struct RenewalClaimConformance: Sendable {
  private let makeViews: @Sendable () async throws -> [any RenewalClaiming]

  /// Creates a suite for one kind of store.
  ///
  /// - Parameter makeViews: returns one or more views of one new, empty store, one for each host or process.
  public init(makeViews: @escaping @Sendable () async throws -> [any RenewalClaiming]) { self.makeViews = makeViews }

  /// The names of the laws, in the order in which they are checked.
  public static var laws: [String] { all.map(\.name) }

  /// Checks every law and returns the broken ones.
  public func failures() async -> [ConformanceFailure] { await brokenLaws(Self.all, makeViews) }

  typealias Views = [any RenewalClaiming]
  private typealias Law = ConformanceLaw<Views>

  private static let all: [Law] = [
    Law("a claim contains the stored session", givesStored),
    Law("a claim excludes other claims until its release", excludes),
    Law("the fence grows with every claim", fencesGrow),
    Law("of many claims, one is granted", races),
    Law("a session that is not stored cannot be claimed", gone),
    Law("a commit replaces only the claimed generation", commits),
    Law("a commit after a sign-out stores nothing", doesNotResurrect),
    Law("a repeated commit succeeds", repeats),
    Law("tags that were set during a renewal remain", keepsLabels),
    Law("a refusal deletes the refused session and no other", ends),
    Law("a claim ends with its lease", leaseEnds),
    Law("a use can be noted only under a valid claim", noteNeedsClaim),
    Law("the next claim reports a use without a result", tellsUnanswered),
    Law("a release closes the use, and marks it doubtful if no response arrived", settles),
    Law("a refusal does not delete the session while another use is open", contests),
    Law("if a repeated use returns a new pair, the higher fence wins", overtakes),
    Law("a late commit does not end another holder's claim", leavesClaims),
    Law("a claim whose commit came too late can be released", freesAfterLateCommit),
    Law("a credential is doubtful if its predecessor was used again", doubtsRivals),
    Law("a refusal does not delete the session while a later use of its predecessor is open", minds),
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
    else { throw BrokenLaw(reason: "a claim of a free session was not granted") }
    return claim
  }

  /// Waits in real time until the lease has ended. A test cannot move the store's clock, which may be a database's.
  static func outlast(_ lease: Duration) async throws { try await Task.sleep(for: lease + .milliseconds(150)) }

  private static func givesStored(_ views: Views) async throws {
    try await views[0].save(session())
    let claim = try await claim(views[0])
    try require(claim.session == session(), "the claim contains the stored session")
    try require(claim.unanswered == nil, "no use of the claimed session's credential is open")
    await views[0].releaseRenewal(claim)
  }

  private static func excludes(_ views: Views) async throws {
    guard views[0].claimsExpire, let last = views.last else { return }
    try await views[0].save(session())
    let first = try await claim(views[0])
    for store in views {
      guard case .held = try await store.claimRenewal(of: session().id, generation: nil, lease: lease) else {
        throw BrokenLaw(reason: "a second claim was granted while the first was held")
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
    // A store whose claims do not expire grants claims with a lock, and counts the fences of each view separately.
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
      throw BrokenLaw(reason: "a claim of an unknown session did not return 'gone'")
    }
  }

  private static func commits(_ views: Views) async throws {
    guard let last = views.last else { return }
    try await views[0].save(session())
    let first = try await claim(views[0])
    guard case .committed = try await views[0].commitRenewal(session(2, of: "-a"), of: first) else {
      throw BrokenLaw(reason: "the renewed session was not stored")
    }
    await views[0].releaseRenewal(first)
    try require(try await last.load(session().id) == session(2, of: "-a"), "every view loads the renewed session")
    guard case .superseded(let other) = try await last.commitRenewal(session(2, of: "-b"), of: first) else {
      throw BrokenLaw(reason: "a second commit over one generation did not return 'superseded'")
    }
    try require(other == session(2, of: "-a"), "superseded contains the stored session")
    try require(try await last.load(session().id) == session(2, of: "-a"), "the stored session remains")
  }

  private static func doesNotResurrect(_ views: Views) async throws {
    guard let last = views.last else { return }
    try await views[0].save(session())
    let claim = try await claim(views[0])
    try await last.delete(session().id)
    guard case .gone = try await views[0].commitRenewal(session(2), of: claim) else {
      throw BrokenLaw(reason: "the commit after a sign-out did not return 'gone'")
    }
    await views[0].releaseRenewal(claim)
    try require(try await last.load(session().id) == nil, "the deleted session is not stored again")
  }

  private static func repeats(_ views: Views) async throws {
    try await views[0].save(session())
    let claim = try await claim(views[0])
    for _ in 0..<2 {
      guard case .committed = try await views[0].commitRenewal(session(2), of: claim) else {
        throw BrokenLaw(reason: "a commit, or its repetition, did not return 'committed'")
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
    try require(try await last.save(labelled, replacing: 1), "the tag is stored")
    var renewed = session(2, of: "-a")
    renewed.adapterValues = ["lifetime": "60"]
    guard case .committed = try await views[0].commitRenewal(renewed, of: claim) else {
      throw BrokenLaw(reason: "the renewed session was not stored after a tag was set")
    }
    let stored = try await last.load(session().id)
    try require(stored?.adapterValues == renewed.adapterValues, "the adapter's new values are stored")
    try require(stored?.tags["place"] == "work", "the tag remains")
    try require(stored?.tokens == session(2, of: "-a").tokens, "the new tokens are stored")
  }

  private static func ends(_ views: Views) async throws {
    guard let last = views.last else { return }
    try await views[0].save(session())
    try await views[0].select(session().id, for: session().providerID)
    let first = try await claim(views[0])
    guard case .ended = try await views[0].endRenewal(of: session(), claim: first) else {
      throw BrokenLaw(reason: "endRenewal for the refused session did not return 'ended'")
    }
    await views[0].releaseRenewal(first)
    try require(try await last.load(session().id) == nil, "the refused session is deleted")
    try require(try await last.selection(for: session().providerID) == nil, "the refused session is not selected")
    try await views[0].save(session())
    let second = try await claim(views[0])
    try await last.save(session(7))
    guard case .superseded = try await views[0].endRenewal(of: session(), claim: second) else {
      throw BrokenLaw(reason: "endRenewal did not return 'superseded' for a session that was replaced")
    }
    try require(try await last.load(session().id) == session(7), "the session that replaced the refused one remains")
    await views[0].releaseRenewal(second)
  }
}
