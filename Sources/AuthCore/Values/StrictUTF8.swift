extension String {
  /// Creates the text of UTF-8 bytes; nil if they are not valid UTF-8.
  ///
  /// `String(validating:as:)` does the same, from iOS 18 and macOS 15 on. Here, invalid bytes are decoded to
  /// replacement characters, whose bytes differ from the input.
  package init?(strictUTF8 bytes: some Collection<UInt8>) {
    self.init(decoding: bytes, as: UTF8.self)
    guard utf8.count == bytes.count, utf8.elementsEqual(bytes) else { return nil }
  }
}
