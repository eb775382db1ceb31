extension StringProtocol {
  /// Whether both are the same bytes. `==` is true as well for texts that are merely drawn alike (canonical equivalence,
  /// UAX #15): two spellings of one issuer, audience, subject or key for Swift, and two different ones by the standard
  /// (RFC 7519 §2: StringOrURI values are compared as case-sensitive strings with no canonicalisation).
  package func hasSameBytes(as other: some StringProtocol) -> Bool { utf8.elementsEqual(other.utf8) }
}

extension Optional where Wrapped: StringProtocol {
  /// Whether there is a text, and it has the bytes of `other`.
  package func hasSameBytes(as other: some StringProtocol) -> Bool { map { $0.hasSameBytes(as: other) } ?? false }
}

extension Sequence where Element: StringProtocol {
  /// Whether one of them has the bytes of `text`.
  package func containsBytes(of text: some StringProtocol) -> Bool { contains { $0.hasSameBytes(as: text) } }
}
