/// Text from outside in a form that is safe to show: in a terminal, in a log, or on a page.
///
/// A server, a user agent or a configuration can put characters into a text that change how a terminal or a page shows
/// the text around it: they move the cursor, write to the clipboard, reverse the order of characters, or are not
/// visible. This type replaces each such character with its number in the form `\u{9B}`.
///
/// ```swift
/// print("Sign-in from \(EscapedText(userAgent))")
/// ```
public struct EscapedText: Sendable, Equatable, CustomStringConvertible {
  /// The escaped text.
  public let description: String

  /// The default limit on the length of a text, in Unicode scalars.
  public static let standardLimit = 4096

  /// Escapes a text.
  ///
  /// - Parameters:
  ///   - text: the text from outside.
  ///   - limit: the greatest number of Unicode scalars that are shown; the number of the others replaces them. Nil for
  ///     a value that must be shown whole, such as a token.
  ///   - keepsLines: whether line feeds and tabs stay, for a text that has several lines by its nature.
  public init(_ text: String, limit: Int? = standardLimit, keepsLines: Bool = false) {
    let scalars = text.unicodeScalars
    guard scalars.contains(where: { Self.isUnsafe($0) }) || limit.map({ text.utf8.count > $0 }) == true else {
      description = text
      return
    }
    var result = String.UnicodeScalarView()
    var count = 0
    for scalar in scalars {
      count += 1
      if let limit, count > limit { continue }
      if Self.isUnsafe(scalar), !(keepsLines && (scalar == "\n" || scalar == "\t")) {
        result.append(contentsOf: "\\u{\(String(scalar.value, radix: 16, uppercase: true))}".unicodeScalars)
      } else {
        result.append(scalar)
      }
    }
    if let limit, count > limit { result.append(contentsOf: "… (\(count - limit) more)".unicodeScalars) }
    description = String(result)
  }

  /// Whether a character must not reach a terminal, a page or a log as it is.
  public static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    // C0 with line feed and tab, DEL, C1 (ISO/IEC 6429).
    case 0x00...0x1F, 0x7F...0x9F: true
    // Marks, embeddings, overrides and isolates of the bidirectional algorithm (UAX #9).
    case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
    // Characters without a width, and the separators of lines and paragraphs.
    case 0xAD, 0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180B...0x180F, 0x200B...0x200D, 0x2028, 0x2029: true
    case 0x2060...0x2065, 0x206A...0x206F, 0x3164, 0xFE00...0xFE0D, 0xFEFF, 0xFFA0, 0xFFF9...0xFFFB: true
    // Controls of musical notation and of shorthand, tags, variation selectors.
    case 0x1BCA0...0x1BCA3, 0x1D173...0x1D17A, 0xE0000...0xE0FFF: true
    // Noncharacters, and private use, whose look depends on the font.
    case 0xFDD0...0xFDEF, 0xE000...0xF8FF, 0xF0000...0x10FFFF: true
    default: scalar.value & 0xFFFE == 0xFFFE
    }
  }
}
