extension String {
  /// Whether the text contains an ASCII control character; names, addresses and keys contain none. Line ends and tabs
  /// do not count, since a key in PEM has several lines.
  package var hasControlCharacter: Bool {
    utf8.contains { ($0 < 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D) || $0 == 0x7F }
  }
}
