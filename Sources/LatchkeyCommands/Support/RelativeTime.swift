#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A time as a person says it: `in 14 min`, `3 days ago`.
enum RelativeTime {
  private static let units: [(seconds: Double, one: String, several: String)] = [
    (86_400, "day", "days"), (3600, "h", "h"), (60, "min", "min"), (1, "s", "s"),
  ]

  /// The text for `date`, in the largest unit of which at least one has passed; it is rounded down.
  static func text(_ date: Date, now: Date) -> String {
    let seconds = date.timeIntervalSince(now)
    guard abs(seconds) >= 1 else { return "now" }
    guard abs(seconds) < 366 * 86_400 * 100 else { return seconds > 0 ? "in centuries" : "centuries ago" }
    let unit = units.first { abs(seconds) >= $0.seconds } ?? units[units.count - 1]
    let count = Int(abs(seconds) / unit.seconds)
    let text = "\(count) \(count == 1 ? unit.one : unit.several)"
    return seconds > 0 ? "in \(text)" : "\(text) ago"
  }
}
