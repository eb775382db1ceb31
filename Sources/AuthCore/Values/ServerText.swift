/// A server's text for display, limited in length and to characters that cannot change how a page or a terminal shows
/// the surrounding text.
package enum ServerText {
  /// The maximum number of characters of a sentence.
  package static let limit = 200
  /// The replacement for a string that is not a name.
  package static let unknownName = "unknown"

  /// Returns a sentence for display; nil if no part of it can be shown. Each run of white space, control characters and
  /// unassigned characters becomes one space. Double quotes become apostrophes, because messages put the sentence in
  /// double quotes.
  package static func shown(_ text: String) -> String? {
    var shown = ""
    var isBlank = true
    for scalar in text.unicodeScalars.prefix(4 * limit) {
      guard shown.count < limit else { return shown.trimmingBlanks + "…" }
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator, .surrogate, .privateUse,
        .unassigned:
        if !isBlank { shown += " " }
        isBlank = true
      default:
        shown.unicodeScalars.append(scalar == "\"" ? "'" : scalar)
        isBlank = false
      }
    }
    let trimmed = shown.trimmingBlanks
    return trimmed.isEmpty ? nil : trimmed
  }

  /// Returns the text that an error quotes: what `shown` returns, or an empty string.
  package static func quoted(_ text: String) -> String { shown(text) ?? "" }

  /// Returns `text` if it is a name, such as `invalid_code`: 1 to 64 ASCII letters, digits, `_`, `-` and `.`. Returns
  /// nil for any other string.
  package static func name(_ text: String) -> String? {
    let isPlain = text.utf8.allSatisfy {
      $0 == 0x5F || $0 == 0x2D || $0 == 0x2E || (0x30...0x39).contains($0) || ($0 | 0x20) >= 0x61 && ($0 | 0x20) <= 0x7A
    }
    return isPlain && !text.isEmpty && text.utf8.count <= 64 ? text : nil
  }
}
