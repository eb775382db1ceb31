import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A sign-in of this device that waits for another device.
struct WaitingChallenge: Sendable, Equatable {
  let id: String
  /// The code with which only this device can poll its state.
  var deviceCode: Secret?
  var expiresAt: Date?
}
