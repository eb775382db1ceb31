package import AuthCore

/// A record's value with its name. The name is stored in the record, because the name of the file or row is a hash.
package struct NamedRecord: Sendable {
  /// The key of the record in its record store.
  package let name: String
  /// The value of the record.
  package let value: Secret

  package init(name: String, value: Secret) {
    self.name = name
    self.value = value
  }

  /// The content to seal: the name with a length prefix, then the value.
  package var encoded: Secret { Secret(joining: [Secret(LengthPrefixed.encode(name)), value]) }

  /// Decodes the content of an unsealed record.
  ///
  /// - Throws: `store_corrupt` if the content has no valid name.
  package init(decoding record: Secret) throws(AuthError) {
    self = try record.withBytes { (bytes) throws(AuthError) in
      var reader = LengthPrefixedReader(bytes)
      guard let name = reader.text() else {
        throw AuthError(.storeCorrupt, "The record does not begin with a name.")
      }
      return NamedRecord(name: name, value: Secret(reader.rest))
    }
  }
}
