/// Why the input cannot be sent.
public enum InputFault: Sendable, Hashable {
  /// The input is empty.
  case empty
  /// The text is not an e-mail address.
  case notAnEmailAddress
  /// The text is not a phone number with its country code.
  case notAPhoneNumber
  /// The code does not have the length that the prompt states.
  case wrongLength(expected: Int)
  /// The code has characters that the prompt does not allow or, for the setup of an authenticator app, does not have
  /// six to eight digits.
  case wrongCharacters
  /// The required field with this name is empty.
  case missing(field: String)
  /// The user has to choose an option.
  case noChoice
  /// The page has not returned to the app yet.
  case noCallback
  /// The user cannot answer this prompt.
  case unanswerable

  /// The message for users, in English. `phrase` is the text in any language.
  public var message: String { TextCatalog.english.text(phrase) }
}
