package import AuthCore

/// A record's value with its name, which the place where it is stored does not show.
package struct NamedRecord: Sendable {
  /// The key that the record's owner gave it.
  package let name: String
  /// The value.
  package let value: Secret

  package init(name: String, value: Secret) {
    self.name = name
    self.value = value
  }

  /// The form that is sealed.
  package var encoded: Secret { Secret(joining: [Secret(LengthPrefixed.encode(name)), value]) }

  /// Reads that form.
  ///
  /// - Throws: `store_corrupt` when it has no name.
  package init(decoding record: Secret) throws(AuthError) {
    self = try record.withBytes { (bytes) throws(AuthError) in
      var reader = LengthPrefixedReader(bytes)
      guard let name = reader.text() else {
        throw AuthError(.storeCorrupt, "A record contains no name.")
      }
      return NamedRecord(name: name, value: Secret(reader.rest))
    }
  }
}
