extension String {
  /// Whether a control character of ASCII is in it: no name, address or key has one.
  package var hasControlCharacter: Bool { utf8.contains { $0 < 0x20 || $0 == 0x7F } }
}
