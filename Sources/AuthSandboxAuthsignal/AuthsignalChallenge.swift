import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A code that was sent and not yet entered.
struct AuthsignalChallenge: Sendable {
  /// The key of a challenge that waits for a code: a token and a method. The token that started a challenge must finish
  /// it (A16).
  struct Slot: Sendable, Hashable {
    let tokenID: String
    let method: AuthsignalMethod
  }

  /// The user or address whose rate limit counts.
  struct Window: Sendable, Hashable {
    let userID: String
    let method: AuthsignalMethod
  }

  /// The lifetime of a code (A24).
  static let lifetime: Duration = .seconds(600)
  /// Six digits, the documented example of a setting from 2 to 10 (A87).
  static let codeLength = 6

  let id: String
  /// The user; for a server-side challenge without one, nil until it is claimed.
  let userID: String?
  let method: AuthsignalMethod
  let address: String
  let action: String
  let idempotencyKey: String
  let authenticatorID: String?
  let expires: Date
  /// nil after it was used.
  var code: String?
  var isVerified = false

  /// When it expires, in seconds since 1970: `expiresAt` of A75.
  var expiresAt: Int64 { Int64(expires.timeIntervalSince1970) }

  /// Whether `given` is the code, in time.
  func accepts(_ given: String, at now: Date) -> Bool {
    guard let code, now < expires else { return false }
    return ConstantTime.equal(code, given)
  }
}
