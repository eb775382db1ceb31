import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The check of one law. It makes the benches, advances their clocks when every task sleeps, and closes the benches.
final class ConformanceTrial: Sendable {
  private struct State {
    var benches: [ConformanceBench] = []
    var doors: [Door] = []
    var isClosed = false
  }

  let fixture: ProviderFixture
  private let state = Locked(State())

  init(_ fixture: ProviderFixture) {
    self.fixture = fixture
    Task.detached { [weak self] in
      var quiet = 0
      var before = 0
      while let trial = self, !trial.isClosed {
        let now = trial.activity
        quiet = now == before ? quiet + 1 : 0
        before = now
        if quiet >= Self.patience {
          trial.advance()
          quiet -= Self.pause
        }
        do { try await Task.sleep(for: .milliseconds(10)) } catch { return }
      }
    }
  }

  /// How many checks, ten milliseconds apart, must find no progress before the clocks advance. After that time, all
  /// tasks probably sleep.
  private static let patience = 30
  /// How many checks lie between two advances, of one second each, if there is still no progress.
  private static let pause = 5

  /// Makes a new app with a new server.
  func bench() async throws -> ConformanceBench {
    let bench = try await ConformanceBench(fixture)
    state.withLock { $0.benches.append(bench) }
    return bench
  }

  /// Makes a door that opens at the latest when the trial closes.
  func door() -> Door {
    let door = Door()
    state.withLock { $0.doors.append(door) }
    return door
  }

  /// The state of the trial, for the report of a law that hangs.
  var standing: String {
    guard let bench = state.withLock({ $0.benches.last }) else { return "no server was made" }
    let request = bench.wire.requests.last.map { "\($0.method) \($0.url.path)" } ?? "none"
    return "the flow's last update: \(bench.journal.text); the last request: \(request)"
  }

  /// Resumes every caller that still waits at a door or for a response.
  func close() {
    let (benches, doors) = state.withLock { state in
      state.isClosed = true
      return (state.benches, state.doors)
    }
    for door in doors { door.open() }
    for bench in benches { bench.wire.close() }
  }

  private var isClosed: Bool { state.withLock { $0.isClosed } }

  private var activity: Int { state.withLock { $0.benches.reduce($0.benches.count) { $0 + $1.wire.activity } } }

  private func advance() {
    for bench in state.withLock({ $0.benches }) where bench.clock.sleeperCount > 0 {
      bench.clock.advance(by: .seconds(1))
    }
  }
}
