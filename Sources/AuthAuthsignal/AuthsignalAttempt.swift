import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// One attempt with one method. It starts and ends with the same token.
struct AuthsignalAttempt: CodeAttempt, Equatable {
  enum Kind: Sendable, Equatable {
    /// The method is being enrolled; with its contact, if any.
    case enroll(Contact?)
    /// The method is enrolled; with the authenticator to use, nil where there is only one.
    case challenge(authenticatorID: String?, maskedContact: String?)
  }

  let method: CodeMethod
  let kind: Kind
  let token: ActionToken
  /// Whether the attempt only serves to allow enrolling another method.
  var unlocks = false
  /// When it started; nil before that.
  var startedAt: Date?
  /// The ID of the authenticator that is being enrolled.
  var authenticatorID: String?
  /// The values for an authenticator app.
  var setup: TOTPSetupPrompt?
  /// The number of wrong codes.
  var failures = 0
  /// Whether its token has expired. A new code then needs a new token.
  var isStale = false
  /// The number of digits in the tenant's codes.
  var codeLength = 6
  /// The action that the token is for.
  var action: String?

  /// GUESS A24: no source says how long a code works; ten minutes, as long as the token.
  static let lifetime: Double = 600
  /// DESIGN A26: a minute between two codes keeps a user within the documented limit of 12 e-mails in ten minutes, and
  /// nearly within that of 6 messages.
  static let resendDelay: Double = 60

  /// Whether it enrols the method.
  var enrolls: Bool {
    if case .enroll = kind { true } else { false }
  }

  /// The prompt for its code.
  var prompt: Prompt {
    if let setup { return .setupTOTP(setup) }
    guard let channel = method.channel else { return .enterTOTP(TOTPPrompt()) }
    return .enterCode(
      CodePrompt(
        destination: destination, channel: channel, length: codeLength, format: .numeric,
        expiresAt: isStale ? nil : startedAt?.addingTimeInterval(Self.lifetime),
        // A new code can be requested immediately where the old one no longer works.
        resendAt: isStale ? nil : startedAt?.addingTimeInterval(Self.resendDelay)))
  }

  /// The context of its prompt.
  var context: PromptContext {
    PromptContext(stepID: action, stepLabel: method.label, phase: enrolls ? "enroll" : "challenge")
  }

  /// The error for a code of another form.
  var malformedCode: AuthError {
    AuthError(.invalidCode, "The code does not have the right form. Check it and enter it again.")
  }

  /// Whether `code` has the form of its codes. GUESS A25: authenticator apps show six digits.
  func accepts(_ code: Secret) -> Bool {
    let length = method == .totp ? 6 : codeLength
    return CodePrompt(destination: "", length: length, format: .numeric).accepts(code)
  }

  /// Whether a code is older than its displayed lifetime.
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
