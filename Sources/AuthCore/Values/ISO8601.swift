#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The dates of RFC 3339, a profile of ISO 8601. Decoding is strict. Encoding writes milliseconds in UTC.
public enum ISO8601 {
  /// Returns the date in the form `2026-01-31T09:05:00.250Z`, rounded to the nearest millisecond. A `Date` cannot
  /// represent most milliseconds exactly; with the rounding, decoding this text and encoding the date again returns the
  /// same text. A date outside the years 0000 to 9999 is written as the first or last instant of that range, and NaN as
  /// 1970-01-01.
  public static func encode(_ date: Date) -> String {
    let milliseconds = Int64((secondsInFourDigitYears(date) * 1000).rounded())
    var day = milliseconds / 86_400_000
    var rest = milliseconds % 86_400_000
    if rest < 0 {
      rest += 86_400_000
      day -= 1
    }
    let (year, month, dayOfMonth) = civil(fromDays: day)
    let seconds = rest / 1000
    return pad(year, 4) + "-" + pad(Int64(month), 2) + "-" + pad(Int64(dayOfMonth), 2) + "T" + pad(seconds / 3600, 2)
      + ":" + pad(seconds / 60 % 60, 2) + ":" + pad(seconds % 60, 2) + "." + pad(rest % 1000, 3) + "Z"
  }

  /// Returns the instant; nil for any string but `YYYY-MM-DDThh:mm:ss[.fraction](Z|±hh:mm)` with fields in range. `T`
  /// and `Z` may be in lower case. The second 60, a leap second, counts as the first second of the next minute (RFC
  /// 3339 §5.6, §5.7).
  public static func decode(_ text: some StringProtocol) -> Date? {
    var reader = Reader(bytes: Array(text.utf8))
    guard let year = reader.number(4), reader.take(0x2D), let month = reader.number(2), reader.take(0x2D),
      let day = reader.number(2), reader.take(0x54) || reader.take(0x74), let hour = reader.number(2),
      reader.take(0x3A), let minute = reader.number(2), reader.take(0x3A), let second = reader.number(2)
    else { return nil }
    guard (1...12).contains(month), (1...daysIn(month, of: year)).contains(day), hour < 24, minute < 60, second <= 60
    else { return nil }
    guard let fraction = reader.fraction(), let offset = reader.offset(), reader.isAtEnd else { return nil }
    let days = daysFromCivil(year: year, month: month, day: day)
    let seconds = days * 86_400 + Int64(hour * 3600 + minute * 60 + second) - Int64(offset)
    return Date(timeIntervalSince1970: Double(seconds) + fraction)
  }

  /// Returns the seconds since 1970, limited to the years 0000 to 9999; 0 for NaN. Without the limit, the conversion of
  /// a large number from a server to an integer would end the process.
  static func secondsInFourDigitYears(_ date: Date) -> Double {
    let seconds = date.timeIntervalSince1970
    return seconds.isNaN ? 0 : min(max(seconds, -62_167_219_200), 253_402_300_799.999)
  }

  private static func pad(_ value: Int64, _ width: Int) -> String {
    let digits = String(value)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }

  static func daysIn(_ month: Int, of year: Int) -> Int {
    switch month {
    case 2: (year.isMultiple(of: 4) && !year.isMultiple(of: 100)) || year.isMultiple(of: 400) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Days since 1970-01-01 in the proleptic Gregorian calendar, counted in eras of 400 years that begin on a first
  /// of March.
  static func daysFromCivil(year: Int, month: Int, day: Int) -> Int64 {
    let shifted = month <= 2 ? year - 1 : year
    let era = (shifted >= 0 ? shifted : shifted - 399) / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return Int64(era * 146_097 + dayOfEra - 719_468)
  }

  static func civil(fromDays days: Int64) -> (year: Int64, month: Int, day: Int) {
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = Int(shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9)
    let day = Int(dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
  }

  private struct Reader {
    let bytes: [UInt8]
    var index = 0

    var isAtEnd: Bool { index == bytes.count }

    mutating func take(_ byte: UInt8) -> Bool {
      guard index < bytes.count, bytes[index] == byte else { return false }
      index += 1
      return true
    }

    mutating func number(_ digits: Int) -> Int? {
      guard index + digits <= bytes.count else { return nil }
      var value = 0
      for byte in bytes[index..<index + digits] {
        guard (0x30...0x39).contains(byte) else { return nil }
        value = value * 10 + Int(byte - 0x30)
      }
      index += digits
      return value
    }

    /// Reads a fraction of a second; 0 without a point, nil for a point without digits.
    mutating func fraction() -> Double? {
      guard take(0x2E) else { return 0 }
      var value = 0.0
      var scale = 0.1
      let first = index
      while index < bytes.count, (0x30...0x39).contains(bytes[index]) {
        value += Double(bytes[index] - 0x30) * scale
        scale /= 10
        index += 1
      }
      return index > first ? value : nil
    }

    /// Reads the offset from UTC in seconds, positive in the east; nil if there is no valid offset.
    mutating func offset() -> Int? {
      if take(0x5A) || take(0x7A) { return 0 }
      let sign: Int
      if take(0x2B) { sign = 1 } else if take(0x2D) { sign = -1 } else { return nil }
      guard let hours = number(2), take(0x3A), let minutes = number(2), hours < 24, minutes < 60 else { return nil }
      return sign * (hours * 3600 + minutes * 60)
    }
  }
}
