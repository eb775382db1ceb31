import AuthText

/// Text for a terminal. Every interpolated value other than `TerminalText` is escaped, so that text of a server, of a
/// user agent or of a configuration cannot control the terminal.
struct TerminalText: Sendable, Hashable, ExpressibleByStringInterpolation {
  /// The text, with the colours of `Style`.
  let text: String

  init(stringLiteral text: String) { self.text = text }

  init(stringInterpolation: Interpolation) { text = stringInterpolation.text }

  /// Creates a text that has colours already, or that this program wrote itself, such as a page of help.
  init(trusted text: String) { self.text = text }

  /// Escapes a text that has several lines by its nature.
  init(lines text: String) { self.text = EscapedText(text, keepsLines: true).description }

  /// Escapes a value that must be shown whole, such as a token.
  init(whole text: String) { self.text = EscapedText(text, limit: nil).description }

  var isEmpty: Bool { text.isEmpty }

  static func + (left: TerminalText, right: TerminalText) -> TerminalText {
    TerminalText(trusted: left.text + right.text)
  }

  static func += (left: inout TerminalText, right: TerminalText) { left = left + right }

  struct Interpolation: StringInterpolationProtocol {
    fileprivate var text = ""

    init(literalCapacity: Int, interpolationCount: Int) { text.reserveCapacity(literalCapacity) }

    mutating func appendLiteral(_ literal: String) { text += literal }
    mutating func appendInterpolation(_ value: TerminalText) { text += value.text }
    mutating func appendInterpolation(_ value: String) { text += EscapedText(value).description }
    mutating func appendInterpolation(_ value: some CustomStringConvertible) {
      text += EscapedText(value.description).description
    }
  }
}

extension Sequence<TerminalText> {
  /// Joins the texts with a separator between them.
  func joined(separator: TerminalText = "") -> TerminalText {
    TerminalText(trusted: map(\.text).joined(separator: separator.text))
  }
}
