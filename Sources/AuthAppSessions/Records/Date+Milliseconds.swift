import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Date {
  /// The time in milliseconds since 1970, in which records keep it. The value is limited to the years 0000 to 9999.
  var milliseconds: Int64 {
    let value = timeIntervalSince1970 * 1000
    return value.isNaN ? 0 : Int64(min(max(value, -62_167_219_200_000), 253_402_300_799_999).rounded())
  }

  /// Creates a time from a record.
  init(milliseconds: Int64) { self.init(timeIntervalSince1970: Double(milliseconds) / 1000) }

  /// The time that a record returns for this one.
  var inMilliseconds: Date { Date(milliseconds: milliseconds) }
}
