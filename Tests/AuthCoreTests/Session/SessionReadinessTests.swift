import AuthTesting
import Testing

@testable import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The prepared answer equals the decision that it replaces, at any time.
@Suite struct SessionReadinessTests {
  private static let start = Date(timeIntervalSince1970: 1_767_225_600)

  private static func machine(
    life: Double?, jitter: Double, isRenewable: Bool, renewsAutomatically: Bool = true
  ) -> SessionMachine {
    var machine = SessionMachine(
      providerID: "fake", isRenewable: isRenewable, jitter: jitter, renewsAutomatically: { _ in renewsAutomatically })
    _ = machine.selected(.sample(created: start, life: life), now: start)
    return machine
  }

  /// Returns the decision, with a second implementation of the machine's laws.
  private static func isReady(
    _ session: Session, at now: Date, jitter: Double, isRenewable: Bool, isAnnounced: Bool
  ) -> Bool {
    let policy = RefreshPolicy()
    guard policy.decide(session, now: now, jitter: jitter, isRenewable: isRenewable) == .use else { return false }
    guard let warning = policy.warningTime(of: session), let end = session.expiresAt else { return true }
    return isAnnounced || now < warning || now >= end
  }

  @Test("nothing is due before the earlier of the two times") func end() {
    let (early, late) = (Self.start + 10, Self.start + 20)
    for (end, warning, first) in [
      (early, late, early), (late, early, early), (early, nil, early), (nil, early, early), (nil, nil, .distantFuture),
    ] as [(Date?, Date?, Date)] {
      #expect(SessionReadiness(.sample(), end: end, warning: warning).end == first - 0.001)
    }
  }

  @Test func thePreparedAnswerEqualsTheDecision() async throws {
    var random = SplitMix64(seed: 7)
    for life in [nil, 1, 20, 299, 300, 600.5, 3600, 86_400] as [Double?] {
      for jitter in [0, 0.25, 0.999] {
        for (isRenewable, renews) in [(true, true), (true, false), (false, false)] {
          await Task.yield()
          let machine = Self.machine(
            life: life, jitter: jitter, isRenewable: isRenewable, renewsAutomatically: renews)
          let session = try #require(machine.selected.session)
          let policy = RefreshPolicy()
          let edges = [
            policy.idleTime(of: session, jitter: jitter), policy.refreshTime(of: session, jitter: jitter),
            policy.warningTime(of: session), session.expiresAt, Self.start,
          ].compactMap { $0 }
          var times = edges.flatMap { edge in
            [-1, -0.0015, -0.001, -0.0005, -1e-6, 0, 1e-6, 0.0005, 1].map { edge.addingTimeInterval($0) }
          }
          for _ in 0..<40 {
            times.append(Self.start.addingTimeInterval(Double(random.next() % 4_000_000) / 1000 - 100))
          }
          for now in times {
            let expected = Self.isReady(
              session, at: now, jitter: jitter, isRenewable: isRenewable && renews, isAnnounced: false)
            let elapsed = now.timeIntervalSince(Self.start)
            #expect((machine.ready(at: now) != nil) == expected, "life \(life ?? -1), jitter \(jitter), at \(elapsed)")
          }
        }
      }
    }
  }

  @Test func thePreparedAnswerEndsWithTheSession() throws {
    var machine = Self.machine(life: 3600, jitter: 0, isRenewable: true)
    let session = try #require(machine.ready(at: Self.start))
    _ = machine.relocked(AuthError(.keyUnavailable, ""), of: session, now: Self.start)
    #expect(machine.ready(at: Self.start) == nil, "the key of the session is unavailable")
    _ = machine.relocked(nil, of: session, now: Self.start)
    #expect(machine.ready(at: Self.start) == session)
    var other = Session.sample("s2", created: Self.start)
    _ = machine.selected(other, now: Self.start)
    #expect(machine.ready(at: Self.start) == other)
    _ = machine.relocked(AuthError(.keyUnavailable, ""), of: session, now: Self.start)
    #expect(machine.ready(at: Self.start) == other, "the checked key belongs to another session")
    let checked = other
    other.key = KeyReference(storeID: "memory", keyID: "again", algorithm: .p256, publicKey: [4])
    _ = machine.selected(other, now: Self.start)
    _ = machine.relocked(AuthError(.keyUnavailable, ""), of: checked, now: Self.start)
    #expect(machine.ready(at: Self.start) == other)
    _ = machine.removed(other, .requested, now: Self.start)
    #expect(machine.ready(at: Self.start) == nil, "signed out")
  }

  @Test func aClockThatIsSetBackRestoresThePreparedAnswer() throws {
    let machine = Self.machine(life: 3600, jitter: 0, isRenewable: true)
    #expect(machine.ready(at: Self.start.addingTimeInterval(3600)) == nil)
    #expect(machine.ready(at: Self.start.addingTimeInterval(10)) != nil)
    #expect(machine.ready(at: Self.start.addingTimeInterval(-10_000)) != nil)
  }

  /// An interrupted renewal is repeated together with the next use, so there is no prepared answer until then.
  @Test func anUnfinishedRenewalIsNotForgotten() {
    var machine = SessionMachine(providerID: "fake", isRenewable: true, jitter: 0)
    guard case .load(let epoch) = machine.demand(.working, by: 1, now: Self.start).first else {
      Issue.record("the store is not read")
      return
    }
    _ = machine.loaded(
      .sample(created: Self.start), lock: nil, isRenewalUnfinished: true, epoch: epoch, now: Self.start)
    #expect(machine.ready(at: Self.start) == nil)
  }
}
