import AuthCore

/// The record of an adopted key.
struct AdoptedKeyRecord: Sendable, Hashable {
  /// The key's owner.
  let namespace: String
  /// Whether what uses the key is stored.
  var isConfirmed = false

  init(namespace: String) { self.namespace = namespace }

  /// The stored form.
  var sealed: Secret {
    let object: JSONValue = ["v": 1, "namespace": .string(namespace), "confirmed": .bool(isConfirmed)]
    return object.serializedSecret
  }

  /// Reads the record from `sealed`.
  ///
  /// - Throws: `store_corrupt` if it cannot be read.
  init(_ sealed: Secret) throws(AuthError) {
    do throws(JSONError) {
      let json = try JSONValue(parsing: sealed)
      if json["v"]?.integerValue == 1, let namespace = json["namespace"]?.stringValue,
        let isConfirmed = json["confirmed"]?.boolValue
      {
        self.namespace = namespace
        self.isConfirmed = isConfirmed
        return
      }
    } catch {}
    throw AuthError(.storeCorrupt, "The record of an adopted key cannot be read. Sign in again to create a new key.")
  }
}
