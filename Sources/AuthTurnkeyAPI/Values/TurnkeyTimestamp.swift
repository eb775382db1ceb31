import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The vendor's form of a time: `{"seconds", "nanos"}`, both of them strings (externaldatav1Timestamp).
enum TurnkeyTimestamp {
  /// The time in a member; nil if the member is missing or malformed. This is not an error, because no decision depends
  /// on the time.
  static func date(_ json: JSONValue?) -> Date? {
    guard let seconds = json?["seconds"]?.stringValue.flatMap({ Int64($0) }) else { return nil }
    let nanoseconds = json?["nanos"]?.stringValue.flatMap { Int64($0) } ?? 0
    return Date(timeIntervalSince1970: Double(seconds) + Double(nanoseconds) / 1e9)
  }
}
