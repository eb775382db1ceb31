import Testing

@testable import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite struct RefreshPolicyTests {
  @Test func decidesByWhatIsLeft() {
    let start = Date(timeIntervalSince1970: 1_000_000)
    typealias Decision = RefreshPolicy.Decision
    // life, seconds since the start, jitter, renewable → decision
    let table: [(Double?, Double, Double, Bool, Decision)] = [
      (nil, 1e9, 0, true, .use), (3600, 0, 0, true, .use), (3600, 3479, 0, true, .use),
      (3600, 3480, 0, true, .useAndRefresh), (3600, 3480, 1, true, .use), (3600, 3541, 1, true, .useAndRefresh),
      (3600, 3570, 0, true, .refresh), (3600, 3600, 0, true, .refresh), (3600, 9999, 0, true, .refresh),
      // What cannot be renewed is used to its last second.
      (3600, 3599, 0, false, .use), (3600, 3600, 0, false, .refresh),
      // Short-lived: a tenth of its life for padding, a fifth ahead.
      (20, 15.9, 0, true, .use), (20, 16, 0, true, .useAndRefresh), (20, 18, 0, true, .refresh),
    ]
    for (life, elapsed, jitter, renewable, expected) in table {
      let decision = RefreshPolicy().decide(
        .sample(created: start, life: life), now: start.addingTimeInterval(elapsed), jitter: jitter,
        isRenewable: renewable)
      #expect(decision == expected, "life \(life ?? -1), after \(elapsed), jitter \(jitter), renewable \(renewable)")
    }
  }
}
