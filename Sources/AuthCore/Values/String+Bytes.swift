extension String {
  /// Returns whether this string and `other` have the same UTF-8. `==` is not sufficient for an issuer, an audience, a
  /// subject or a key, because it is true for canonically equivalent strings (UAX #15). RFC 7519 §2 compares
  /// StringOrURI values as case-sensitive strings without canonicalisation.
  package func hasSameBytes(as other: String) -> Bool {
    guard utf8.count == other.utf8.count else { return false }
    // `ConstantTime` compares many bytes at a time.
    let areSame = utf8.withContiguousStorageIfAvailable { left in
      other.utf8.withContiguousStorageIfAvailable { right in
        ConstantTime.equal(UnsafeRawBufferPointer(left), UnsafeRawBufferPointer(right))
      }
    }
    return (areSame ?? nil) ?? utf8.elementsEqual(other.utf8)
  }
}

extension Optional where Wrapped == String {
  /// Returns whether the string is not nil and has the same UTF-8 as `other`.
  package func hasSameBytes(as other: String) -> Bool {
    guard let self else { return false }
    return self.hasSameBytes(as: other)
  }
}

extension Set where Element == String {
  /// Returns whether an element has the same UTF-8 as `text`.
  package func containsBytes(of text: String) -> Bool {
    for element in self where element.hasSameBytes(as: text) { return true }
    return false
  }
}
