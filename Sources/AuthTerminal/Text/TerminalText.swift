import AuthText
public import AuthUI

/// Text for a terminal. Every interpolated value other than `TerminalText` is escaped, so that text of a server, of a
/// user agent or of a configuration cannot control the terminal.
public struct TerminalText: Sendable, Hashable, ExpressibleByStringInterpolation {
  /// The text, with the colours of `Style`.
  public let text: String

  /// Creates a text from a literal, which is not escaped.
  public init(stringLiteral text: String) { self.text = text }

  /// Creates a text from a literal with values, which are escaped.
  public init(stringInterpolation: Interpolation) { text = stringInterpolation.text }

  /// Creates the text of a phrase. The arguments are escaped; the catalog is trusted.
  public init(_ phrase: Phrase, in catalog: TextCatalog) {
    text = catalog.text(phrase)
  }

  /// Creates a text that has colours already, or that this program wrote itself, such as a page of help.
  package init(trusted text: String) { self.text = text }

  /// Escapes a text that has several lines by its nature.
  package init(lines text: String) { self.text = EscapedText(text, keepsLines: true).description }

  /// Escapes a value that must be shown whole, such as a token.
  package init(whole text: String) { self.text = EscapedText(text, limit: nil).description }

  /// Whether there is no text.
  public var isEmpty: Bool { text.isEmpty }

  /// The number of columns that the text takes.
  public var columns: Int { ColumnWidth.of(text) }

  /// Joins two texts.
  public static func + (left: TerminalText, right: TerminalText) -> TerminalText {
    TerminalText(trusted: left.text + right.text)
  }

  /// Appends a text.
  public static func += (left: inout TerminalText, right: TerminalText) { left = left + right }

  /// Collects the parts of a literal.
  public struct Interpolation: StringInterpolationProtocol {
    fileprivate var text = ""

    /// Creates an empty collection.
    public init(literalCapacity: Int, interpolationCount: Int) { text.reserveCapacity(literalCapacity) }

    /// Appends a part of the literal, which is not escaped.
    public mutating func appendLiteral(_ literal: String) { text += literal }
    /// Appends a text that is safe already.
    public mutating func appendInterpolation(_ value: TerminalText) { text += value.text }
    /// Appends a value, escaped.
    public mutating func appendInterpolation(_ value: String) { text += EscapedText(value).description }
    /// Appends the description of a value, escaped.
    public mutating func appendInterpolation(_ value: some CustomStringConvertible) {
      text += EscapedText(value.description).description
    }
  }
}

extension Sequence<TerminalText> {
  /// Joins the texts with a separator between them.
  package func joined(separator: TerminalText = "") -> TerminalText {
    TerminalText(trusted: map(\.text).joined(separator: separator.text))
  }
}
