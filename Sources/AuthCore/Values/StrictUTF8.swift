extension String {
  /// Creates the text of UTF-8 bytes; nil if they are not valid UTF-8.
  ///
  /// `String(validating:as:)` does the same, but needs iOS 18 or macOS 15. This initialiser decodes with replacement
  /// and compares the result with the input: the bytes of U+FFFD, which replaces invalid bytes, differ from the
  /// invalid bytes.
  package init?(strictUTF8 bytes: some Collection<UInt8>) {
    self.init(decoding: bytes, as: UTF8.self)
    guard utf8.count == bytes.count, utf8.elementsEqual(bytes) else { return nil }
  }
}
