import AuthCore

/// A one-time code: where it goes, and what the vendor said when it was sent.
struct __Name__Code: CodeAttempt {
  let email: String
  /// nil until the first code was sent.
  var pending: PendingCode?

  /// How many digits a code has.
  static let length = 6

  var prompt: Prompt { .enterCode(codePrompt) }

  var context: PromptContext { PromptContext(stepID: "code") }

  func accepts(_ code: Secret) -> Bool { codePrompt.accepts(code) }

  var malformedCode: AuthError { AuthError(.invalidCode, "The code has \(Self.length) digits.") }

  private var codePrompt: CodePrompt {
    CodePrompt(
      destination: email, channel: .email, length: Self.length, format: .numeric, expiresAt: pending?.expiresAt,
      resendAt: pending?.resendAt)
  }
}
