import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The state that a faulty instance keeps; a correct instance keeps none.
final class AcmeMemory: Sendable {
  /// The time at which the instance was made, before any response corrected the device's clock.
  let start: Date
  let startUptime: Duration
  let proof = Locked<String?>(nil)
  let outage = Locked<AuthError?>(nil)

  init(_ clock: any AuthClock) {
    start = clock.now()
    startUptime = clock.uptime()
  }
}
