extension String {
  /// Creates the text of UTF-8 bytes; nil if they are not valid UTF-8.
  package init?(strictUTF8 bytes: some Collection<UInt8>) {
    if #available(macOS 15, iOS 18, *) {
      self.init(validating: bytes, as: UTF8.self)
      return
    }
    // Decode with replacement, and compare the result with the input: U+FFFD, which replaces invalid bytes, has other
    // bytes.
    self.init(decoding: bytes, as: UTF8.self)
    guard utf8.count == bytes.count, utf8.elementsEqual(bytes) else { return nil }
  }
}
