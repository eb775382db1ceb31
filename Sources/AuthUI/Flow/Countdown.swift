#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The time left until an instant, in whole seconds. The time is rounded up, so that `0:00` means that no time is left.
public struct Countdown: Sendable, Hashable {
  /// The longest time that is shown, in seconds: 999 hours. Without a limit, the time until a very distant date could
  /// not be converted to an `Int`.
  private static let limit = 3_596_400.0

  /// The instant at which no time is left.
  public let end: Date
  /// The seconds left, at most 999 hours; 0 at the end and later.
  public let secondsLeft: Int

  /// Creates the countdown to `end` at `now`.
  public init(to end: Date, at now: Date) {
    self.end = end
    let rest = end.timeIntervalSince(now)
    // A comparison with NaN is false, so an invalid date counts as over.
    secondsLeft = rest > 0 ? Int(min(rest, Self.limit).rounded(.up)) : 0
  }

  /// Whether no time is left.
  public var isOver: Bool { secondsLeft == 0 }

  /// The time left, as a string: `0:42`, `12:05`, `1:00:00`.
  public var text: String {
    let seconds = Self.twoDigits(secondsLeft % 60)
    let minutes = secondsLeft / 60 % 60
    let hours = secondsLeft / 3600
    return hours > 0 ? "\(hours):\(Self.twoDigits(minutes)):\(seconds)" : "\(minutes):\(seconds)"
  }

  /// Returns how long the shown times of all `ends` stay the same; nil if all are over.
  static func untilNextChange(of ends: [Date], at now: Date) -> Duration? {
    ends.compactMap { end -> Duration? in
      let rest = end.timeIntervalSince(now)
      guard rest > 0 else { return nil }
      let part = min(rest, limit).truncatingRemainder(dividingBy: 1)
      // A clock may end a sleep slightly early. Short sleeps for the rest would be a busy loop.
      return part < 0.01 ? .seconds(1) : .milliseconds(Int64((part * 1000).rounded(.up)))
    }.min()
  }

  private static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
