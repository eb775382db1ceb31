import TestSupport
import Testing

@testable import AuthUI

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite struct CountdownTests {
  let now = Prompts.start

  @Test func showsWholeSecondsRoundedUp() {
    let cases: [(Double, Int, String)] = [
      (-5, 0, "0:00"), (0, 0, "0:00"), (0.2, 1, "0:01"), (1, 1, "0:01"), (42, 42, "0:42"), (59.5, 60, "1:00"),
      (725, 725, "12:05"), (3600, 3600, "1:00:00"), (1e300, 3_596_400, "999:00:00"),
      (.infinity, 3_596_400, "999:00:00"),
      (.nan, 0, "0:00"),
    ]
    for (rest, seconds, text) in cases {
      let countdown = Countdown(to: now.addingTimeInterval(rest), at: now)
      #expect(countdown.secondsLeft == seconds, "\(rest)")
      #expect(countdown.text == text, "\(rest)")
      #expect(countdown.isOver == (seconds == 0), "\(rest)")
    }
  }

  @Test func waitsForTheNextTextOfAnyCountdown() {
    func pause(_ rests: Double...) -> Duration? {
      Countdown.untilNextChange(of: rests.map { now.addingTimeInterval($0) }, at: now)
    }
    #expect(pause() == nil)
    #expect(pause(0, -3) == nil)
    #expect(pause(30) == .seconds(1))
    #expect(pause(30, 12.25) == .milliseconds(250))
    #expect(pause(0.5, -1) == .milliseconds(500))
    #expect(pause(.infinity) == .seconds(1))
  }
}
