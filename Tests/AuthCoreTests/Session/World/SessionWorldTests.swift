import Testing

@testable import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Random worlds with several processes, accounts and tenants: no order of events breaks a law.
@Suite struct SessionWorldTests {
  /// The number of worlds is 4,000, or 1,000,000 in a full test run, or LATCHKEY_RUNS. The seed of a failed world is
  /// printed and reproduces the world.
  @Test func noOrderOfEventsBreaksALaw() async {
    let environment = ProcessInfo.processInfo.environment
    let asked = environment["LATCHKEY_RUNS"].flatMap { Int($0) }
    let runs = asked ?? (environment["LATCHKEY_FULL"] == "1" ? 1_000_000 : 4_000)
    let seed = environment["LATCHKEY_SEED"].flatMap { UInt64($0) } ?? UInt64.random(in: 0..<1 << 40)
    print("session worlds: \(runs) from seed \(seed) (LATCHKEY_SEED repeats them)")
    let workers = 4
    let outcomes = await withTaskGroup(of: ([String], [String: Int]).self) { group in
      for worker in 0..<workers {
        group.addTask { await Self.run(stride(from: worker, to: runs, by: workers), from: seed) }
      }
      return await group.reduce(into: [([String], [String: Int])]()) { $0.append($1) }
    }
    let failures = outcomes.flatMap(\.0)
    let seen = outcomes.map(\.1).reduce(into: [String: Int]()) { $0.merge($1, uniquingKeysWith: +) }
    let first = Dictionary(grouping: failures) { $0.drop { $0 != ":" } }.map { "\($0.value.count) as \($0.value[0])" }
      .joined(separator: "; ")
    #expect(failures.count == 0, "\(first)")
    // Without an occurrence of an event, the worlds do not test it.
    for event in [
      "adopted", "answer lost", "answered", "ask", "ask an account", "claim held", "dropped", "ended by the server",
      "failure", "cancelled", "killed", "load failed", "overtaken", "recovered", "refused", "renewed", "reread",
      "saved later", "sign in", "sign out", "sign out during a renewal", "signed in again", "switch", "unsaved",
      "answer refused", "code spent", "flow", "flow completed", "abandoned while suspending",
      "its user has signed out", "resumed", "resumed by another", "step-up", "suspended",
    ] {
      #expect(seen[event, default: 0] >= runs / 100, "'\(event)' happened \(seen[event, default: 0]) times")
    }
    print("  " + seen.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", "))
  }

  private static func run(_ numbers: StrideTo<Int>, from seed: UInt64) async -> ([String], [String: Int]) {
    var failures: [String] = []
    var seen: [String: Int] = [:]
    for number in numbers {
      let own = seed &+ UInt64(number)
      var world = SessionWorld(seed: own)
      live(&world)
      if let law = world.broken.first {
        if failures.isEmpty { show(own) }
        failures.append("seed \(own): \(law)")
      }
      seen.merge(world.seen, uniquingKeysWith: +)
      // The thread pool has as many threads as the machine has cores, and tests with servers need them too.
      await Task.yield()
    }
    return (failures, seen)
  }

  private static func live(_ world: inout SessionWorld) {
    for _ in 0..<120 where world.broken.isEmpty { world.step() }
    if world.broken.isEmpty { world.finish() }
  }

  /// Prints the last events of a world.
  private static func show(_ seed: UInt64) {
    var world = SessionWorld(seed: seed)
    world.trace = []
    live(&world)
    print("session world \(seed):\n  " + (world.trace ?? []).suffix(40).joined(separator: "\n  "))
  }
}
