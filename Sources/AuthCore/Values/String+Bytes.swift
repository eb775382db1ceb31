extension String {
  /// Whether both have the same bytes. `==` is also true for strings that only look the same (canonical equivalence,
  /// UAX #15). For Swift, two such spellings of an issuer, audience, subject or key are equal; for the standard they
  /// differ (RFC 7519 §2: StringOrURI values are compared as case-sensitive strings with no canonicalisation).
  package func hasSameBytes(as other: String) -> Bool {
    // Texts that are not equal by Swift's rule are not equal by bytes either; its check is fast for equal bytes.
    guard utf8.count == other.utf8.count, self == other else { return false }
    let areSame = utf8.withContiguousStorageIfAvailable { left in
      other.utf8.withContiguousStorageIfAvailable { right in left.elementsEqual(right) }
    }
    return (areSame ?? nil) ?? utf8.elementsEqual(other.utf8)
  }
}

extension Optional where Wrapped == String {
  /// Whether the string is not nil and has the bytes of `other`.
  package func hasSameBytes(as other: String) -> Bool {
    guard let self else { return false }
    return self.hasSameBytes(as: other)
  }
}

extension Set where Element == String {
  /// Whether one of them has the bytes of `text`.
  package func containsBytes(of text: String) -> Bool {
    for element in self where element.hasSameBytes(as: text) { return true }
    return false
  }
}
