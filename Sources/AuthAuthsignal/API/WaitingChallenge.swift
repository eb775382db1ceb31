import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A sign-in of this device that waits for another device, or for the link in an e-mail.
struct WaitingChallenge: Sendable, Equatable {
  /// The ID of the challenge; that of the authenticator if a link enrols it.
  let id: String
  /// The code that a poll must contain, so that only this device can poll the state of a QR code; nil for a push.
  var deviceCode: Secret?
  var expiresAt: Date?
  /// When to replace the QR code by a new one; nil if the code is not replaced.
  var renewsAt: Date?
  /// Whether another device has scanned the QR code.
  var isClaimed = false

  /// The time after which a QR code is replaced by a new one, in seconds (A112).
  static let renewal: Double = 540
}
