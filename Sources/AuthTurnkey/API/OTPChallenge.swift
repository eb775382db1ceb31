import AuthCore
import AuthCrypto

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A code that was sent: the response of `otp_init_v2` with its bundle verified. It belongs to one attempt, and a
/// resend replaces all of it.
struct OTPChallenge: Sendable, Equatable {
  /// The vendor's ID of the code.
  let otpID: String
  /// The key for encrypting the code, an uncompressed point; nil in the first version of the calls, which do not
  /// encrypt the code.
  let targetKey: [UInt8]?
  /// When the code was sent; for a code that the app has sent, when this value was created.
  let sentAt: Date

  /// How long a code works, in seconds. The vendor's dashboard sets the lifetime, and the response does not contain it.
  /// Five minutes is the default (T8).
  static let lifetime: Double = 300
  /// DESIGN T71: a new code can be requested after this many seconds. One minute keeps a user within the limit of three
  /// requests in three minutes (T8).
  static let resendDelay: Double = 60

  init(otpID: String, targetKey: [UInt8]?, sentAt: Date) {
    self.otpID = otpID
    self.targetKey = targetKey
    self.sentAt = sentAt
  }

  /// The challenge in a response of `otp_init_v2` or `otp_init`.
  ///
  /// - Throws: `signature_invalid` unless the pinned key signed the bundle, `malformed_response` for a malformed
  ///   response or bundle.
  init(_ answer: JSONValue, keys: TurnkeyKeys, version: OTPVersion = .second, now: Date) throws(AuthError) {
    otpID = try answer.requiredString("otpId")
    sentAt = now
    guard version == .second else {
      targetKey = nil
      return
    }
    let target = try EnclaveBundle.open(
      try answer.requiredString("otpEncryptionTargetBundle"), signer: keys.tlsFetcher, setting: "tlsFetcher")
    guard let point = Hex.decode(try target.requiredString("targetPublic")), point.count == 65 else {
      throw AuthError(
        .malformedResponse,
        "The enclave's bundle has no field 'targetPublic' with an uncompressed point in hex. Request a new code.")
    }
    targetKey = point
  }

  /// The prompt for the code. The vendor's dashboard sets the code's length and format, and the response does not
  /// contain them.
  func prompt(to contact: Contact) -> Prompt {
    .enterCode(
      CodePrompt(
        destination: contact.value, channel: contact.channel, expiresAt: sentAt.addingTimeInterval(Self.lifetime),
        resendAt: sentAt.addingTimeInterval(Self.resendDelay)))
  }

  /// Whether `code` has the form of a code: six to nine letters or digits (T82).
  static func accepts(_ code: Secret) -> Bool {
    (6...9).contains(code.count) && CodePrompt(destination: "").accepts(code)
  }
}
