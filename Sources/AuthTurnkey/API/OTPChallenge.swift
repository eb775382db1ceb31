import AuthCore
import AuthCrypto

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A code that was sent: the answer of `otp_init_v2`, its bundle verified. Belongs to one attempt: a resend replaces
/// the whole of it.
struct OTPChallenge: Sendable, Equatable {
  /// The vendor's name of the attempt.
  let otpID: String
  /// What the code is encrypted to: an uncompressed point; nil in the first version, where it is not.
  let targetKey: [UInt8]?
  /// When it was sent.
  let sentAt: Date

  /// How long a code lives is set in the vendor's dashboard and not said in the answer; five minutes is the default
  /// (T8).
  static let lifetime: Double = 300
  /// DESIGN T71: a new code can be asked for after a minute, which keeps a user within the limit of three requests in
  /// three minutes (T8).
  static let resendDelay: Double = 60

  init(otpID: String, targetKey: [UInt8]?, sentAt: Date) {
    self.otpID = otpID
    self.targetKey = targetKey
    self.sentAt = sentAt
  }

  /// The challenge of an answer of `otp_init_v2`, or of `otp_init`.
  ///
  /// - Throws: `signature_invalid` unless the bundle is signed by the pinned key, `malformed_response`.
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
      throw AuthError(.malformedResponse, "The enclave's bundle has no uncompressed targetPublic.")
    }
    targetKey = point
  }

  /// The prompt for its code. Length and format are set in the vendor's dashboard and not said in the answer.
  func prompt(to contact: Contact) -> Prompt {
    .enterCode(
      CodePrompt(
        destination: contact.value, channel: contact.channel, expiresAt: sentAt.addingTimeInterval(Self.lifetime),
        resendAt: sentAt.addingTimeInterval(Self.resendDelay)))
  }

  /// Whether `code` can be a code at all: six to nine letters or digits (T82).
  static func accepts(_ code: Secret) -> Bool {
    (6...9).contains(code.count) && CodePrompt(destination: "").accepts(code)
  }
}
