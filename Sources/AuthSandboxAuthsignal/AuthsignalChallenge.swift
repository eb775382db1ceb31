import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A challenge: a code or a link that was sent to a user.
struct AuthsignalChallenge: Sendable {
  /// The key under which a challenge waits for its code: a token and a method. The token that starts a challenge must
  /// also finish it (A16).
  struct Slot: Sendable, Hashable {
    let tokenID: String
    let method: AuthsignalMethod
  }

  /// The key of a rate limit: a user and a method.
  struct Window: Sendable, Hashable {
    /// The user's id; the address if the challenge has no user.
    let userID: String
    let method: AuthsignalMethod
  }

  /// The lifetime of a code (A24) or a link (A116).
  static let lifetime: Duration = .seconds(600)
  /// The number of digits in a code if the policy `verificationCodeLength` does not set it: 6, the documented example
  /// of a setting from 2 to 10 (A87).
  static let codeLength = 6

  let id: String
  /// The user; nil for a challenge that the app's backend started without one.
  let userID: String?
  let method: AuthsignalMethod
  let address: String
  let action: String
  let idempotencyKey: String
  let authenticatorID: String?
  let expires: Date
  /// The code, or the secret in the link; nil after it was used or became invalid.
  var code: String?
  var isVerified = false
  /// Whether opening the link has enrolled its address; nil before that, and for a code.
  var isEnrolment: Bool?

  /// When the code expires, in seconds since 1970: `expiresAt` (A75).
  var expiresAt: Int64 { Int64(expires.timeIntervalSince1970) }

  /// Whether `given` is the code, and the code has not expired.
  func accepts(_ given: String, at now: Date) -> Bool {
    guard let code, now < expires else { return false }
    return ConstantTime.equal(code, given)
  }
}
