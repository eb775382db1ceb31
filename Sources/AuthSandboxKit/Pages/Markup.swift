import AuthText

/// HTML that escapes every interpolated value other than markup, so that a client's data cannot become part of the
/// page's HTML.
package struct Markup: Sendable, ExpressibleByStringInterpolation {
  /// The HTML.
  package private(set) var text: String

  package init(stringLiteral text: String) { self.text = text }

  package init(stringInterpolation: Interpolation) { text = stringInterpolation.text }

  /// The HTML of a text of this package, whose values from outside are escaped already (`TextCatalog`). Its marks for
  /// the direction of writing stay.
  package init(text: String) { self.text = Self.escapedHTML(text) }

  /// Joins the parts in their order.
  package init(_ parts: [Markup]) { text = parts.map(\.text).joined() }

  package struct Interpolation: StringInterpolationProtocol {
    fileprivate var text = ""

    package init(literalCapacity: Int, interpolationCount: Int) { text.reserveCapacity(literalCapacity) }

    package mutating func appendLiteral(_ literal: String) { text += literal }
    package mutating func appendInterpolation(_ value: String) { text += Markup.escaped(value) }
    package mutating func appendInterpolation(_ value: some BinaryInteger) { text += String(value) }
    package mutating func appendInterpolation(_ markup: Markup) { text += markup.text }
    package mutating func appendInterpolation(_ parts: [Markup]) { text += Markup(parts).text }
  }

  /// Returns the text escaped for element content, and for attributes in single or double quotes. Characters that would
  /// change how the text around them looks are replaced by their numbers, and overlong text is cut, as in
  /// `EscapedText`.
  private static func escaped(_ text: String) -> String {
    escapedHTML(EscapedText(text, keepsLines: true).description)
  }

  private static func escapedHTML(_ text: String) -> String {
    var result: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "&"): result += Array("&amp;".utf8)
      case UInt8(ascii: "<"): result += Array("&lt;".utf8)
      case UInt8(ascii: ">"): result += Array("&gt;".utf8)
      case UInt8(ascii: "\""): result += Array("&quot;".utf8)
      case UInt8(ascii: "'"): result += Array("&#39;".utf8)
      default: result.append(byte)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
