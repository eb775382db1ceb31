#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The dates of HTTP header fields (RFC 9110 §5.6.7). Decoding accepts IMF-fixdate and the two obsolete forms. Encoding
/// writes IMF-fixdate.
public enum HTTPDate {
  /// Returns the date in the form `Sun, 06 Nov 1994 08:49:37 GMT`, without fractions of a second. A date outside the
  /// years 0000 to 9999 is written as the first or last second of that range.
  public static func encode(_ date: Date) -> String {
    let seconds = Int64(ISO8601.secondsInFourDigitYears(date).rounded(.down))
    let days = seconds >= 0 ? seconds / 86_400 : (seconds - 86_399) / 86_400
    let rest = Int(seconds - days * 86_400)
    let (year, month, day) = ISO8601.civil(fromDays: days)
    // 1970-01-01 was a Thursday, the fourth of `weekdays`.
    let weekday = weekdays[Int(((days + 3) % 7 + 7) % 7)]
    let time = [rest / 3600, rest / 60 % 60, rest % 60].map { pad($0, 2) }.joined(separator: ":")
    return "\(weekday), \(pad(day, 2)) \(months[month - 1]) \(pad(Int(year), 4)) \(time) GMT"
  }

  /// Returns the instant; nil for any string but `Sun, 06 Nov 1994 08:49:37 GMT` and the two obsolete forms
  /// `Sunday, 06-Nov-94 08:49:37 GMT` and `Sun Nov  6 08:49:37 1994`.
  ///
  /// The weekday must be a valid name, but is not compared with the date. Several spaces count as one. The second 60 is
  /// a leap second. `now` determines the century of a two-digit year: a year that would be more than fifty years in the
  /// future is the most recent past year with the same two digits (RFC 9110 §5.6.7).
  public static func decode(_ text: some StringProtocol, now: Date) -> Date? {
    let words = text.split(separator: " ", omittingEmptySubsequences: true).map { String($0) }
    switch words.count {
    case 6: return fixed(words)
    case 4: return obsolete(words, now: now)
    case 5: return asctime(words)
    default: return nil
    }
  }

  private static let weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
  private static let longWeekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  private static func fixed(_ words: [String]) -> Date? {
    guard weekdays.contains(where: { $0 + "," == words[0] }), words[5] == "GMT", let day = number(words[1], 2),
      let month = months.firstIndex(of: words[2]), let year = number(words[3], 4)
    else { return nil }
    return instant(year, month + 1, day, words[4])
  }

  private static func obsolete(_ words: [String], now: Date) -> Date? {
    let parts = words[1].split(separator: "-", omittingEmptySubsequences: false).map { String($0) }
    guard longWeekdays.contains(where: { $0 + "," == words[0] }), words[3] == "GMT", parts.count == 3,
      let day = number(parts[0], 2), let month = months.firstIndex(of: parts[1]), let short = number(parts[2], 2)
    else { return nil }
    let today = ISO8601.civil(fromDays: Int64((now.timeIntervalSince1970 / 86_400).rounded(.down)))
    let century = Int(today.year) / 100 * 100
    // The latest year with these two digits that is at most fifty years in the future.
    guard
      let year = [century + 100 + short, century + short, century - 100 + short].first(where: {
        $0 <= Int(today.year) + 50
      })
    else { return nil }
    return instant(year, month + 1, day, words[2])
  }

  private static func asctime(_ words: [String]) -> Date? {
    guard weekdays.contains(words[0]), let month = months.firstIndex(of: words[1]),
      let day = number(words[2], words[2].utf8.count == 1 ? 1 : 2), let year = number(words[4], 4)
    else { return nil }
    return instant(year, month + 1, day, words[3])
  }

  /// Seconds may be 60: a leap second, which counts as the first of the next minute.
  private static func instant(_ year: Int, _ month: Int, _ day: Int, _ time: String) -> Date? {
    let parts = time.split(separator: ":", omittingEmptySubsequences: false).map { number(String($0), 2) }
    guard parts.count == 3, let hour = parts[0], let minute = parts[1], let second = parts[2],
      (1...ISO8601.daysIn(month, of: year)).contains(day), hour < 24, minute < 60, second <= 60
    else { return nil }
    let days = ISO8601.daysFromCivil(year: year, month: month, day: day)
    return Date(timeIntervalSince1970: Double(days * 86_400 + Int64(hour * 3600 + minute * 60 + second)))
  }

  private static func number(_ text: String, _ digits: Int) -> Int? {
    guard text.utf8.count == digits, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return Int(text)
  }

  private static func pad(_ value: Int, _ width: Int) -> String {
    let digits = String(value)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
