/// A text for people, as a key of a `TextCatalog` and arguments: `Phrase("prompt.code.sent", ["destination": …])`.
///
/// The text is made only when it is shown, in the language of the catalog.
public struct Phrase: Sendable, Hashable {
  /// A value that is inserted into the text.
  public enum Argument: Sendable, Hashable {
    /// Text that is not translated, such as an address. It can come from a server or a user.
    case text(String)
    /// A number, which can choose between the singular and the plural.
    case number(Int)
    /// Another phrase, which is translated.
    case phrase(Phrase)
  }

  /// The key of a phrase whose text is the same in every language.
  static let verbatimKey = "verbatim"

  /// The stable key.
  public let key: String
  /// The values to insert, by name.
  public let arguments: [String: Argument]

  /// Creates a phrase, by default without arguments.
  public init(_ key: String, _ arguments: [String: Argument] = [:]) {
    self.key = key
    self.arguments = arguments
  }

  /// Creates a phrase with the same text in every language, such as the label that a server sent for its own step.
  public static func verbatim(_ text: String) -> Phrase { Phrase(verbatimKey, ["text": .text(text)]) }
}
