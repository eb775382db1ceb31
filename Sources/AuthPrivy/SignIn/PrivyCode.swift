import AuthCore

/// A six-digit code that was sent to a contact (P71). The prompt does not show an expiry or a waiting time, because no
/// response contains the code's lifetime, or the time from which a new code can be requested.
struct PrivyCode: CodeAttempt {
  let contact: Contact

  var prompt: Prompt { .enterCode(codePrompt) }

  var context: PromptContext { PromptContext() }

  func accepts(_ code: Secret) -> Bool { codePrompt.accepts(code) }

  var malformedCode: AuthError { AuthError(.invalidCode, "The code has six digits. Enter it again.") }

  private var codePrompt: CodePrompt {
    CodePrompt(
      destination: contact.value, channel: contact.kind == .email ? .email : .sms, length: 6, format: .numeric)
  }
}
