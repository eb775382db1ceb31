import Testing

@testable import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Random runs of the session machine: no order of events breaks a law.
@Suite struct SessionMachineModelTests {
  /// The number of runs is 10,000, or 1,000,000 in a full test run, or LATCHKEY_RUNS. The seed of a failed run is
  /// printed and reproduces the run.
  @Test func noOrderOfEventsBreaksALaw() async {
    let environment = ProcessInfo.processInfo.environment
    let asked = environment["LATCHKEY_RUNS"].flatMap { Int($0) }
    let runs = asked ?? (environment["LATCHKEY_FULL"] == "1" ? 1_000_000 : 10_000)
    let seed = environment["LATCHKEY_SEED"].flatMap { UInt64($0) } ?? UInt64.random(in: 0..<1 << 40)
    print("session machine: \(runs) runs from seed \(seed) (LATCHKEY_SEED repeats them)")
    let workers = 4
    let outcomes = await withTaskGroup(of: ([String], [String: Int]).self) { group in
      for worker in 0..<workers {
        group.addTask { await Self.run(stride(from: worker, to: runs, by: workers), from: seed) }
      }
      return await group.reduce(into: [([String], [String: Int])]()) { $0.append($1) }
    }
    let failures = outcomes.flatMap(\.0)
    let seen = outcomes.map(\.1).reduce(into: [String: Int]()) { $0.merge($1, uniquingKeysWith: +) }
    let first = failures.prefix(5).joined(separator: "; ")
    #expect(failures.count == 0, "\(first)")
    // Without an occurrence of an event, the runs do not test it.
    for event in [
      "adopted", "demand", "dropped", "ended elsewhere", "failure", "cancelled", "load failed", "refused", "renewed",
      "reread", "saved later", "sign in", "sign out", "switch", "unsaved",
    ] {
      #expect(seen[event, default: 0] >= runs / 40, "'\(event)' happened \(seen[event, default: 0]) times")
    }
    print("  " + seen.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", "))
  }

  private static func run(_ numbers: StrideTo<Int>, from seed: UInt64) async -> ([String], [String: Int]) {
    var failures: [String] = []
    var seen: [String: Int] = [:]
    for number in numbers {
      let own = seed &+ UInt64(number)
      var model = SessionMachineModel(seed: own)
      for _ in 0..<30 where model.broken.isEmpty { model.step() }
      if model.broken.isEmpty { model.finish() }
      if let law = model.broken.first { failures.append("seed \(own): \(law)") }
      seen.merge(model.seen, uniquingKeysWith: +)
      // The thread pool has as many threads as the machine has cores, and tests with servers need them too.
      await Task.yield()
    }
    return (failures, seen)
  }
}
