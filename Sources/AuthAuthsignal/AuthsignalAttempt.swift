import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// One try at one method: what was begun with a token, and is to be ended with the same one.
struct AuthsignalAttempt: Sendable, Equatable {
  enum Kind: Sendable, Equatable {
    /// The method is being added; a contact where it has one.
    case enroll(Contact?)
    /// The method is there; the authenticator to use, nil where there is but one.
    case challenge(authenticatorID: String?, maskedContact: String?)
  }

  let method: CodeMethod
  let kind: Kind
  let token: ActionToken
  /// Whether its success is only there to be allowed to enrol something else.
  var unlocks = false
  /// When it began; nil before that.
  var startedAt: Date?
  /// The id of what is being enrolled.
  var authenticatorID: String?
  /// What an authenticator app needs.
  var setup: TOTPSetupPrompt?
  /// How many codes of it were wrong.
  var failures = 0

  /// GUESS A24: how long a code lives is not said anywhere; ten minutes, as long as the token.
  static let lifetime: Double = 600
  /// DESIGN A26: a minute between two codes keeps a user within the documented 12 e-mails, and nearly within the 6
  /// messages, in ten minutes.
  static let resendDelay: Double = 60

  /// Whether it adds the method.
  var enrolls: Bool {
    if case .enroll = kind { true } else { false }
  }

  /// The prompt for its code.
  func prompt(codeLength: Int) -> Prompt {
    if let setup { return .setupTOTP(setup) }
    guard let channel = method.channel else { return .enterTOTP(TOTPPrompt()) }
    return .enterCode(
      CodePrompt(
        destination: destination, channel: channel, length: codeLength, format: .numeric,
        expiresAt: startedAt?.addingTimeInterval(Self.lifetime),
        resendAt: startedAt?.addingTimeInterval(Self.resendDelay)))
  }

  /// Whether `code` can be one of it. GUESS A25: authenticator apps show six digits.
  func accepts(_ code: Secret, codeLength: Int) -> Bool {
    let length = method == .totp ? 6 : codeLength
    return CodePrompt(destination: "", length: length, format: .numeric).accepts(code)
  }

  /// Whether a code is past the time that it was shown to have.
  func isLate(_ date: Date) -> Bool {
    guard method != .totp, let startedAt else { return false }
    return date >= startedAt.addingTimeInterval(Self.lifetime)
  }

  private var destination: String {
    switch kind {
    case .enroll(let contact): contact?.value ?? ""
    case .challenge(_, let masked): masked ?? ""
    }
  }
}
