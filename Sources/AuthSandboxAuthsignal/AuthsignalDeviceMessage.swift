import AuthCore
import AuthCrypto

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The message that a push device was given to sign (A42, A48).
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
