import AuthCore

/// What a server says and people may see: held to a length and to characters that cannot change how a page or a terminal
/// shows what stands around it.
enum HawcxServerText {
  /// At most so many characters of a sentence are shown.
  static let limit = 200
  /// What stands in place of a text that is no name.
  static let unknownName = "unknown"

  /// A sentence; nil where nothing of it can be shown.
  static func shown(_ text: String) -> String? {
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

  /// A name as the wire has it, `invalid_code`; nil for anything that is more than a name.
  static func name(_ text: String) -> String? {
    let isPlain = text.utf8.allSatisfy {
      $0 == 0x5F || $0 == 0x2D || $0 == 0x2E || (0x30...0x39).contains($0) || ($0 | 0x20) >= 0x61 && ($0 | 0x20) <= 0x7A
    }
    return isPlain && !text.isEmpty && text.utf8.count <= 64 ? text : nil
  }
}
