import AuthCore
import AuthCrypto
import AuthPasskey

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A pending ceremony of a passkey or security key (A27, A80, A111).
struct AuthsignalPasskeyCeremony: Sendable {
  /// GUESS A96: the lifetime of a challenge is five minutes.
  static let lifetime: Duration = .seconds(300)

  let method: AuthsignalMethod
  let isRegistration: Bool
  let challenge: [UInt8]
  /// The id of the token that started the ceremony and that must also complete it; nil for an anonymous ceremony.
  let tokenID: String?
  /// The tracked action; nil for an anonymous ceremony, in which the passkey names the user.
  let key: AuthsignalAction.Key?
  /// The name of the action of an anonymous ceremony, if its request named one.
  let action: String?
  let idempotencyKey: String?
  let expires: Date
}
