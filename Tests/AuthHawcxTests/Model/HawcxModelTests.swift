import AuthCore
import AuthSandbox
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Client and sandbox under random faults: calls in any order, and lost, late, duplicated or damaged responses. No run
/// may break a law.
///
/// The laws:
/// - The flow does not stay in its loading state after the deadline.
/// - The client sends no action that the current step does not allow.
/// - The server does not receive the same code in two requests with different ids.
/// - A completion has one authorisation code, which can be exchanged once and only with its verifier.
/// - The device of one user, app or configuration is not used by another.
/// - An illegal call is refused and sends nothing.
@Suite struct HawcxModelTests {
  /// Makes 5,000 runs, or 100,000 in a full test run. The message of a failure contains the seed of the run.
  @Test func noOrderOfCallsAndFaultsBreaksALaw() async throws {
    let environment = ProcessInfo.processInfo.environment
    let runs =
      environment["LATCHKEY_RUNS"].flatMap { Int($0) } ?? (environment["LATCHKEY_FULL"] == "1" ? 100_000 : 5_000)
    let seed = environment["LATCHKEY_SEED"].flatMap { UInt64($0) } ?? UInt64.random(in: 0..<1 << 40)
    print("Hawcx model: \(runs) runs from seed \(seed) (LATCHKEY_SEED repeats them)")
    // Making keys is slow, so all runs share two sandboxes' keys.
    let sites = try (0..<2).map { _ in try HawcxModelSite() }
    let workers = 2
    let outcomes = await withTaskGroup(of: ([String], [String: Int]).self) { group in
      for worker in 0..<workers {
        group.addTask { await Self.run(stride(from: worker, to: runs, by: workers), from: seed, sites) }
      }
      return await group.reduce(into: [([String], [String: Int])]()) { $0.append($1) }
    }
    let failures = outcomes.flatMap(\.0)
    let seen = outcomes.map(\.1).reduce(into: [String: Int]()) { $0.merge($1, uniquingKeysWith: +) }
    print("  " + seen.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", "))
    let first = failures.prefix(5).joined(separator: "; ")
    #expect(failures.count == 0, "\(first)")
    // A law is tested only if its events happen often enough.
    for event in [
      "completed", "exchanged", "illegal", "came late", "never came", "reset", "cancel", "resent", "submit_code",
      "submit_totp", "submit_phone", "request_challenge", "submit_signature", "oauth_callback", "poll",
      "prompt selectMethod", "prompt redirect", "prompt awaitApproval", "error retry_input", "error restart_flow",
    ] {
      #expect(seen[event, default: 0] >= runs / 200, "'\(event)' happened \(seen[event, default: 0]) times")
    }
  }

  private static func run(
    _ numbers: StrideTo<Int>, from seed: UInt64, _ sites: [HawcxModelSite]
  ) async -> ([String], [String: Int]) {
    var failures: [String] = []
    var seen: [String: Int] = [:]
    for number in numbers where failures.count < 5 {
      let own = seed &+ UInt64(number)
      do {
        let model = try HawcxModel(seed: own, sites: sites)
        try await model.run()
        if let law = model.broken.first { failures.append("seed \(own): \(law)") }
        seen.merge(model.seen, uniquingKeysWith: +)
      } catch {
        failures.append("seed \(own): threw \(error)")
      }
    }
    return (failures, seen)
  }
}
