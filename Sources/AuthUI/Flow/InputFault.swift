/// Why the input cannot be sent.
public enum InputFault: Sendable, Hashable {
  /// The input is empty.
  case empty
  /// The text is not an e-mail address.
  case notAnEmailAddress
  /// The text is not a phone number with its country code.
  case notAPhoneNumber
  /// The code does not have the length of the code that was sent.
  case wrongLength(expected: Int)
  /// The code has characters that codes of its kind do not have.
  case wrongCharacters
  /// A required field is empty; the field's name.
  case missing(field: String)
  /// The user has to choose an option.
  case noChoice
  /// The page has to return first.
  case noCallback
  /// This prompt has no answer.
  case unanswerable

  /// The message for users, in English. An app with other languages has its own text for each case.
  public var message: String {
    switch self {
    case .empty: "Nothing was entered yet."
    case .notAnEmailAddress: "An e-mail address looks like jane@example.com."
    case .notAPhoneNumber: "A phone number begins with + and the country code, such as +14155550123."
    case .wrongLength(let expected): "The code has \(expected) characters."
    case .wrongCharacters: "The code has other characters than the one that was sent."
    case .missing(let field): "'\(field)' has to be filled in."
    case .noChoice: "Choose one."
    case .noCallback: "Finish on the page that was opened."
    case .unanswerable: "There is nothing to answer."
    }
  }
}
