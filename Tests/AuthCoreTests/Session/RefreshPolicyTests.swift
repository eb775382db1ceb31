import Testing

@testable import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite struct RefreshPolicyTests {
  @Test func decidesByTheRemainingLife() {
    let start = Date(timeIntervalSince1970: 1_000_000)
    typealias Decision = RefreshPolicy.Decision
    // life, seconds since the start, jitter, renewable → decision
    let table: [(Double?, Double, Double, Bool, Decision)] = [
      (nil, 1e9, 0, true, .use), (3600, 0, 0, true, .use), (3600, 3479, 0, true, .use),
      (3600, 3480, 0, true, .useAndRefresh), (3600, 3480, 1, true, .use), (3600, 3541, 1, true, .useAndRefresh),
      (3600, 3570, 0, true, .refresh), (3600, 3600, 0, true, .refresh), (3600, 9999, 0, true, .refresh),
      // A session that cannot be renewed is used to its last second.
      (3600, 3599, 0, false, .use), (3600, 3600, 0, false, .refresh),
      // Short-lived: it is renewed in the last fifth of its life, and no longer used in the last tenth.
      (20, 15.9, 0, true, .use), (20, 16, 0, true, .useAndRefresh), (20, 18, 0, true, .refresh),
      // If a session expired before its creation, its lifetime is negative, and fractions of it are not used.
      (-8, -8.0625, 0, true, .use), (-8, -8, 0, true, .refresh),
    ]
    for (life, elapsed, jitter, renewable, expected) in table {
      let decision = RefreshPolicy().decide(
        .sample(created: start, life: life), now: start.addingTimeInterval(elapsed), jitter: jitter,
        isRenewable: renewable)
      #expect(decision == expected, "life \(life ?? -1), after \(elapsed), jitter \(jitter), renewable \(renewable)")
    }
  }

  @Test func theTimesAreCountedFromTheEnd() {
    let start = Date(timeIntervalSince1970: 1_000_000)
    // life, jitter → seconds before the end: idle until, renewed in the background, announced
    let table: [(Double, Double, idle: Double, refresh: Double, warning: Double)] = [
      (3600, 0, 120, 120, 60), (3600, 0.5, 90, 90, 60), (3600, 1, 60, 60, 60), (20, 0, 4, 4, 2), (20, 1, 2, 2, 2),
      (600, 0, 120, 120, 60), (500, 0, 100, 100, 50), (-8, 0, 0, 0, 0),
    ]
    let policy = RefreshPolicy()
    for (life, jitter, idle, refresh, warning) in table {
      let session = Session.sample(created: start, life: life)
      let end = start.addingTimeInterval(life)
      #expect(policy.idleTime(of: session, jitter: jitter) == end.addingTimeInterval(-idle), "\(life), \(jitter)")
      #expect(policy.refreshTime(of: session, jitter: jitter) == end.addingTimeInterval(-refresh), "\(life), \(jitter)")
      #expect(policy.warningTime(of: session) == end.addingTimeInterval(-warning), "\(life)")
    }
    let endless = Session.sample(created: start, life: nil)
    #expect(policy.idleTime(of: endless, jitter: 0) == nil && policy.refreshTime(of: endless, jitter: 0) == nil)
    #expect(policy.warningTime(of: endless) == nil)
  }
}
