import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Times as the vendor writes them: in UTC, with six fractional digits and `Z` (H15).
enum HawcxTime {
  static func text(_ date: Date) -> String {
    let text = ISO8601.encode(date)
    return text.hasSuffix("Z") ? text.dropLast() + "000Z" : text
  }
}
