extension String {
  /// The text of these bytes; nil when they are not UTF-8.
  ///
  /// `String(validating:as:)` does the same, from iOS 18 and macOS 15 on. Invalid bytes decode to replacement
  /// characters, whose bytes differ from the input.
  package init?(strictUTF8 bytes: some Collection<UInt8>) {
    self.init(decoding: bytes, as: UTF8.self)
    guard utf8.count == bytes.count, utf8.elementsEqual(bytes) else { return nil }
  }
}
