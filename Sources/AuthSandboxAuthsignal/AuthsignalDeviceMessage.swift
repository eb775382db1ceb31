import AuthCore
import AuthCrypto

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A message that a push device must sign (A42, A48).
struct AuthsignalDeviceMessage: Sendable {
  struct Key: Sendable, Hashable {
    enum Purpose: Sendable { case update, pickUp }
    let purpose: Purpose
    let publicKey: String
  }

  let challengeID: String
  let text: String
  let expires: Date
}
