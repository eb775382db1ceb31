/// One code of a `CodeCeremony`: the vendor's data about the code, and the prompt for it.
public protocol CodeAttempt: Sendable {
  /// The prompt for the code.
  var prompt: Prompt { get }
  /// The context of the prompt, without an error.
  var context: PromptContext { get }
  /// Whether `code` has the form of this attempt's code. A code in another format is not sent to the vendor, which
  /// would count it as a wrong code.
  func accepts(_ code: Secret) -> Bool
  /// The error for a code that `accepts(_:)` rejects. The message describes the expected form.
  var malformedCode: AuthError { get }
}
