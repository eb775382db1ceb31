import AuthCore
import AuthCrypto
import AuthPasskey

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A passkey ceremony that was begun (A27, A80).
struct AuthsignalPasskeyCeremony: Sendable {
  /// GUESS A96: as long as the timeout that the options have.
  static let lifetime: Duration = .seconds(300)

  let isRegistration: Bool
  let challenge: [UInt8]
  /// The token that began it and has to end it; nil for an anonymous one.
  let tokenID: String?
  /// The tracked action; nil for an anonymous one, which gets its user with the passkey.
  let key: AuthsignalAction.Key?
  /// The action of an anonymous one.
  let action: String?
  let idempotencyKey: String?
  let expires: Date
}
