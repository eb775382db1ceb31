import AuthCore
import Observation

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The time as views see it: it moves when the text of a countdown changes, and not at all while none is shown.
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

  /// Counts down to `ends`, in the place of what was counted before.
  ///
  /// - Parameter correction: seconds to add to the clock for the time that the ends are by.
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
