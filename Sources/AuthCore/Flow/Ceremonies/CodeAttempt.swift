/// One code of a `CodeCeremony`: what the vendor said about it, and how it is shown.
public protocol CodeAttempt: Sendable {
  /// The prompt for the code.
  var prompt: Prompt { get }
  /// The context of the prompt, without an error.
  var context: PromptContext { get }
  /// Whether a code has the form of this one's. A code of another form costs no attempt: it is not sent.
  func accepts(_ code: Secret) -> Bool
  /// The error for a code of another form, with the form in its message.
  var malformedCode: AuthError { get }
}
