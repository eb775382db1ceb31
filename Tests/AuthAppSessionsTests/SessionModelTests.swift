import AuthAppSessions
import AuthCore
import AuthStorage
import AuthTesting
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Hosts that share a store renew, reuse and end sessions at the same time, and crash between any two steps. After each
/// round, the laws of `SessionJournal` are checked.
@Suite struct SessionModelTests {
  enum Store: String, CaseIterable, Sendable {
    case memory
    case file
  }

  @Test("no crash and no race breaks a law", arguments: Store.allCases) func laws(store: Store) async throws {
    let directory = try TemporaryDirectory()
    let bench = SessionBench()
    let make: () -> any RecordStore = {
      store == .memory ? bench.store : FileRecordStore(FileStorage(directory: directory.path + "/state"))
    }
    try await Self.run(
      bench, stores: (0..<4).map { _ in FailingRecordStore(make()) }, judge: make(),
      rounds: store == .memory ? 150 : 25)
  }

  /// Runs a host for each store. `judge` is a store without faults, for the checks.
  static func run(
    _ bench: SessionBench, stores: [FailingRecordStore], judge: any RecordStore, rounds: Int
  ) async throws {
    let isLong = ProcessInfo.processInfo.environment["LATCHKEY_FULL"] != nil
    let rounds = rounds * (isLong ? 20 : 1)
    let seed = UInt64.random(in: 0 ... .max)
    let hosts = stores.map { bench.host($0) }
    let judge = bench.host(judge)
    let journal = SessionJournal()
    var random = SplitMix64(seed: seed)
    for round in 0..<rounds {
      var jobs: [@Sendable () async -> Void] = []
      for (store, host) in zip(stores, hosts) {
        let fails = random.chance(1, in: 3) ? random.below(12) : nil
        let isAfter = random.chance(1, in: 2)
        let act = await journal.choose(&random)
        jobs.append {
          store.fail(at: fails, after: isAfter)
          await act(host)
          store.fail(at: nil)
        }
      }
      await withTaskGroup(of: Void.self) { group in for job in jobs { group.addTask { await job() } } }
      let faults = await journal.check(judge)
      #expect(faults == [], "seed \(seed), round \(round)")
      guard faults.isEmpty else { return }
    }
    let figures = await journal.figures
    // A run in which nothing happens would break no law.
    #expect(figures.opened > rounds / 4 && figures.renewed > rounds / 8 && figures.dead > 0, "\(figures), seed \(seed)")
  }
}
