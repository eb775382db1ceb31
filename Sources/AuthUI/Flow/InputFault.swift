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

  /// The message for users, in English. An app with other languages has its own text for each case.
  public var message: String {
    switch self {
    case .empty: "Enter something first."
    case .notAnEmailAddress: "This is not an e-mail address. Enter one, such as jane@example.com."
    case .notAPhoneNumber: "This is not a phone number with + and a country code. Enter one, such as +14155550123."
    case .wrongLength(let expected): "Enter the code, which has \(expected) characters."
    case .wrongCharacters: "This code is not valid. Check its characters and its length."
    case .missing(let field): "Fill in '\(field)'."
    case .noChoice: "Choose an option."
    case .noCallback: "Continue on the page that was opened."
    case .unanswerable: "Nothing can be entered in this step."
    }
  }
}
