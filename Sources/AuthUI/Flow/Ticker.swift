import AuthCore
import Observation

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The time for views. `now` changes only when countdowns start, and when the text of a countdown changes.
@MainActor @Observable
final class Ticker {
  private(set) var now: Date
  @ObservationIgnored private let clock: any AuthClock
  @ObservationIgnored private var ends: [Date] = []
  @ObservationIgnored private var correction = 0.0
  @ObservationIgnored private var waiting: Task<Void, Never>?

  init(_ clock: any AuthClock) {
    self.clock = clock
    now = clock.now()
  }

  deinit { waiting?.cancel() }

  /// Counts down to `ends`, and stops earlier countdowns.
  ///
  /// - Parameters:
  ///   - ends: the ends of the countdowns.
  ///   - correction: seconds to add to the clock to get the time of the server that set the ends.
  func count(to ends: [Date], correction: Double = 0) {
    self.ends = ends
    self.correction = correction
    waiting?.cancel()
    tick()
  }

  private func tick() {
    now = clock.now().addingTimeInterval(correction)
    guard let pause = Countdown.untilNextChange(of: ends, at: now) else {
      waiting = nil
      return
    }
    waiting = Task { [weak self, clock] in
      do throws(CancellationError) { try await clock.sleep(for: pause) } catch { return }
      if !Task.isCancelled { self?.tick() }
    }
  }
}
