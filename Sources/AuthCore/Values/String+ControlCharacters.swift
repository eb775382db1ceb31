extension String {
  /// Whether a control character of ASCII is in it: no name, address or key has one. Ends of lines and tabs are none
  /// here, since a key in PEM has several lines.
  package var hasControlCharacter: Bool {
    utf8.contains { ($0 < 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D) || $0 == 0x7F }
  }
}
