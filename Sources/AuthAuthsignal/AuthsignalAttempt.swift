import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// An attempt to enrol or to challenge one method. All requests of the attempt use the same token.
struct AuthsignalAttempt: CodeAttempt, Equatable {
  enum Kind: Sendable, Equatable {
    /// The method is being enrolled. The value is its contact, if it has one.
    case enroll(Contact?)
    /// The method is already enrolled. `authenticatorID` is the authenticator to use; nil lets the server choose.
    /// `maskedContact` is the address or number to show to the user.
    case challenge(authenticatorID: String?, maskedContact: String?)
  }

  let method: CodeMethod
  let kind: Kind
  let token: ActionToken
  /// Whether the attempt serves only to allow the enrolment of another method.
  var unlocks = false
  /// When the attempt started; nil before that.
  var startedAt: Date?
  /// The ID of the authenticator that is being enrolled; nil for a challenge.
  var authenticatorID: String?
  /// The values that the user enters into an authenticator app; nil if no authenticator app is being enrolled.
  var setup: TOTPSetupPrompt?
  /// The number of wrong codes.
  var failures = 0
  /// Whether the token has expired. A new code then requires a new token.
  var isStale = false
  /// The number of digits in the tenant's codes.
  var codeLength = 6
  /// The action that the token is for.
  var action: String?

  /// The lifetime of a code in seconds. GUESS A24: no source gives it, so this is the lifetime of a token: ten minutes
  /// (A71).
  static let lifetime: Double = 600
  /// The time between two codes in seconds. DESIGN A26: no source gives it. One minute keeps a user within the
  /// documented limit of twelve e-mails in ten minutes. A user can still exceed the documented limit of six SMS
  /// messages in ten minutes (A87); the server then refuses to send another.
  static let resendDelay: Double = 60

  /// Whether the attempt enrols the method.
  var enrolls: Bool {
    if case .enroll = kind { true } else { false }
  }

  /// The prompt for the code.
  var prompt: Prompt {
    if let setup { return .setupTOTP(setup) }
    guard let channel = method.channel else { return .enterTOTP(TOTPPrompt()) }
    return .enterCode(
      CodePrompt(
        destination: destination, channel: channel, length: codeLength, format: .numeric,
        expiresAt: isStale ? nil : startedAt?.addingTimeInterval(Self.lifetime),
        // A new code can be requested immediately if the old one no longer works.
        resendAt: isStale ? nil : startedAt?.addingTimeInterval(Self.resendDelay)))
  }

  /// The context of the prompt.
  var context: PromptContext {
    PromptContext(stepID: action, stepLabel: method.label, phase: enrolls ? "enroll" : "challenge")
  }

  /// The error for a code in the wrong format.
  var malformedCode: AuthError {
    AuthError(
      .invalidCode, "The code must have \(method == .totp ? 6 : codeLength) digits. Check it and enter it again.")
  }

  /// Whether `code` has the form of this method's codes. GUESS A25: authenticator apps show six digits.
  func accepts(_ code: Secret) -> Bool {
    let length = method == .totp ? 6 : codeLength
    return CodePrompt(destination: "", length: length, format: .numeric).accepts(code)
  }

  /// Whether the code is older than its displayed lifetime at `date`; false for an authenticator app, whose codes the
  /// app renews.
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
