import AuthCore

/// A one-time code: the address to which it is sent, and the vendor's response to the request for it.
struct __Name__Code: CodeAttempt {
  let email: String
  /// The vendor's response; nil until the first code has been sent.
  var pending: PendingCode?

  /// The number of digits of a code.
  static let length = 6

  var prompt: Prompt { .enterCode(codePrompt) }

  var context: PromptContext { PromptContext(stepID: "code") }

  func accepts(_ code: Secret) -> Bool { codePrompt.accepts(code) }

  var malformedCode: AuthError { AuthError(.invalidCode, "The code has \(Self.length) digits. Enter it again.") }

  private var codePrompt: CodePrompt {
    CodePrompt(
      destination: email, channel: .email, length: Self.length, format: .numeric, expiresAt: pending?.expiresAt,
      resendAt: pending?.resendAt)
  }
}
