import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A sign-in of this device that waits for another one.
struct WaitingChallenge: Sendable, Equatable {
  let id: String
  /// What lets this device, and no other, ask how it stands.
  var deviceCode: Secret?
  var expiresAt: Date?
}
