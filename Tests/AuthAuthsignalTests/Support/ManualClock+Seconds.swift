import AuthTesting

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension ManualClock {
  /// The time in seconds since 1970.
  var unixSeconds: Int64 { Int64(now().timeIntervalSince1970) }
}
