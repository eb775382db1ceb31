/// Why what was typed cannot be sent yet.
public enum InputFault: Sendable, Hashable {
  /// Nothing was typed.
  case empty
  /// No e-mail address.
  case notAnEmailAddress
  /// No phone number with its country code.
  case notAPhoneNumber
  /// The code is longer or shorter than the one that was sent.
  case wrongLength(expected: Int)
  /// The code holds what no code of its kind does.
  case wrongCharacters
  /// A field that may not stay empty is empty; its name.
  case missing(field: String)
  /// One of the options has to be chosen.
  case noChoice
  /// The page has to come back first.
  case noCallback
  /// This prompt takes no answer.
  case unanswerable

  /// For people, in English; an app that speaks other languages has its own words for each case.
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
