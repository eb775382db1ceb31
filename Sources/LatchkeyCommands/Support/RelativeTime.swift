import AuthUI

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A time relative to now: `in 14 min`, `3 days ago`.
enum RelativeTime {
  private static let units: [(seconds: Double, name: String)] = [
    (86_400, "days"), (3600, "hours"), (60, "minutes"), (1, "seconds"),
  ]

  /// The text for `date`. It uses the largest unit that fits at least once, and rounds down.
  static func phrase(_ date: Date, now: Date) -> Phrase {
    let seconds = date.timeIntervalSince(now)
    guard abs(seconds) >= 1 else { return Phrase("command.time.now") }
    guard abs(seconds) < 366 * 86_400 * 100 else {
      return Phrase(seconds > 0 ? "command.time.inCenturies" : "command.time.centuriesAgo")
    }
    let unit = units.first { abs(seconds) >= $0.seconds } ?? units[units.count - 1]
    return Phrase(
      "command.time.\(seconds > 0 ? "in" : "ago").\(unit.name)",
      ["count": .number(Int(abs(seconds) / unit.seconds))])
  }
}
