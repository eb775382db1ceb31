import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A code that was sent and waits to be given back.
struct AuthsignalChallenge: Sendable {
  /// What waits for a code: one token and one method. The token that started it has to finish it (A16).
  struct Slot: Sendable, Hashable {
    let tokenID: String
    let method: AuthsignalMethod
  }

  /// Whose limit counts.
  struct Window: Sendable, Hashable {
    let userID: String
    let method: AuthsignalMethod
  }

  /// How long a code works (A24).
  static let lifetime: Duration = .seconds(600)
  /// Six digits, the example of a setting that goes from 2 to 10 (A87).
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
  /// nil once it was used up.
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
