package import AuthCore

/// A software key with its metadata. Its stored form is one line of JSON, followed by the raw private key.
package struct StoredKey: Sendable {
  /// The key's id in its store.
  package let id: String
  /// The namespace that the key belongs to.
  package let namespace: String
  /// The private key.
  package let key: SigningKey
  /// The public key, cached so that it is computed only once.
  package let publicKey: [UInt8]

  private static let version: Int64 = 1
  private static let lineEnd: UInt8 = 0x0A

  package init(id: String, namespace: String, key: SigningKey) {
    self.id = id
    self.namespace = namespace
    self.key = key
    publicKey = key.publicKey
  }

  /// Returns a reference to the key in the store `storeID`.
  package func reference(in storeID: String) -> KeyReference {
    KeyReference(storeID: storeID, keyID: id, algorithm: key.algorithm, publicKey: publicKey)
  }

  /// Returns the stored form, which contains the private key and must be sealed.
  package func encoded() -> Secret {
    let about: JSONValue = [
      "v": .integer(Self.version), "id": .string(id), "namespace": .string(namespace),
      "algorithm": .string(key.algorithm.rawValue), "public": .string(Hex.encode(publicKey)),
    ]
    return Secret(joining: [Secret(about.serialized + [Self.lineEnd]), key.raw])
  }

  /// Decodes the stored form.
  ///
  /// - Throws: `store_version` for a later version; `store_corrupt` for any other invalid content, or if the public key
  ///   does not belong to the private key.
  package init(decoding record: Secret) throws(AuthError) {
    func corrupt(_ reason: String) -> AuthError {
      AuthError(
        .storeCorrupt,
        "A stored key cannot be read (\(reason)). The record was not changed. Restore it from a "
          + "backup, or sign in again.", underlying: reason)
    }
    var bytes = record.revealBytes()
    defer { Wiping.wipe(&bytes) }
    guard let end = bytes.firstIndex(of: Self.lineEnd) else { throw corrupt("no description") }
    let about: JSONValue
    do throws(JSONError) {
      about = try JSONValue(parsing: bytes[..<end])
    } catch {
      throw corrupt("description: \(error)")
    }
    guard let version = about["v"]?.integerValue else { throw corrupt("no version") }
    guard version <= Self.version else {
      throw AuthError(
        .storeVersion,
        "A stored key has version \(version); this build reads versions up to \(Self.version). Update this program.")
    }
    guard let id = about["id"]?.stringValue, let namespace = about["namespace"]?.stringValue,
      let algorithm = about["algorithm"]?.stringValue.flatMap(KeyAlgorithm.init(rawValue:)),
      let publicKey = about["public"]?.stringValue.flatMap({ Hex.decode($0) })
    else { throw corrupt("description lacks a field") }
    guard let key = SigningKey(algorithm, raw: Secret(bytes[(end + 1)...])) else { throw corrupt("no private key") }
    self.init(id: id, namespace: namespace, key: key)
    guard self.publicKey == publicKey else { throw corrupt("the private key does not match the public key") }
  }
}
