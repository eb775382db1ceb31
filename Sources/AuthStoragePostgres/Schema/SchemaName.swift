import AuthCore

/// The name of the schema that contains the tables. Every statement contains the name, because a pooler does not keep a
/// search path. The name must be valid without quotes.
struct SchemaName: Sendable, Hashable {
  /// The name.
  let text: String

  /// Creates a name; nil unless it consists of 1 to 40 lower-case letters, digits and `_`, and does not begin with a
  /// digit.
  init?(_ text: String) {
    let characters = text.utf8
    let isName = characters.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x5F }
    guard isName, (1...40).contains(characters.count), let first = characters.first, !(0x30...0x39).contains(first)
    else { return nil }
    self.text = text
  }

  /// Returns the text of a statement, with the schema's name in place of `{schema}`.
  func apply(_ text: String) -> String {
    var result = ""
    var rest = Substring(text)
    while let place = rest.firstRange(of: "{schema}") {
      result += rest[..<place.lowerBound] + self.text
      rest = rest[place.upperBound...]
    }
    return result + rest
  }

  /// Makes a statement in this schema.
  func statement(_ text: String, isRepeatable: Bool = false) -> PostgresStatement {
    PostgresStatement(apply(text), isRepeatable: isRepeatable)
  }

  /// Makes a script of several statements in this schema, which run in one transaction.
  func script(_ text: String) -> PostgresStatement { PostgresStatement(apply(text), isScript: true) }

  /// The name of the channel for notifications of changes.
  var channel: String { text + "_change" }
}
