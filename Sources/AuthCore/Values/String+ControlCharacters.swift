extension String {
  /// Whether the text contains an ASCII control character other than tab, LF and CR. A valid name, address or key has
  /// no such character. Tabs and line ends are allowed, because a key in PEM has several lines.
  package var hasControlCharacter: Bool {
    utf8.contains { ($0 < 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D) || $0 == 0x7F }
  }
}
