extension String {
  /// The first control character of the text other than tab, LF and CR; nil if it has none. A valid name, address or
  /// key has no such character. Tabs and line ends are allowed, because a key in PEM has several lines.
  ///
  /// These are the controls of ASCII and C1 (ISO/IEC 6429), and what reorders or hides text: the embeddings, overrides
  /// and isolates of the bidirectional algorithm (UAX #9), the zero-width space, and the byte-order mark. The joiners
  /// U+200C and U+200D are allowed, because names in Persian and Hindi need them.
  package var firstControlCharacter: Unicode.Scalar? {
    unicodeScalars.first { scalar in
      switch scalar.value {
      case 0x09, 0x0A, 0x0D: false
      case 0x00...0x1F, 0x7F...0x9F: true
      case 0x200B, 0x202A...0x202E, 0x2066...0x2069, 0xFEFF: true
      default: false
      }
    }
  }

  /// Whether the text contains a control character: see `firstControlCharacter`.
  package var hasControlCharacter: Bool { firstControlCharacter != nil }
}

extension Unicode.Scalar {
  /// The name of the code point by its number: `U+202E`.
  var number: String {
    let digits = String(value, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}
