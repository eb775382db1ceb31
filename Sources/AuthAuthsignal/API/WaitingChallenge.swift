import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A sign-in of this device that waits for another device.
struct WaitingChallenge: Sendable, Equatable {
  let id: String
  /// The code that a poll must contain, so that only this device can poll the state of a QR code; nil for a push.
  var deviceCode: Secret?
  var expiresAt: Date?
}
