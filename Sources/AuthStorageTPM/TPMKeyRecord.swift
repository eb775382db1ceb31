import AuthCore

/// The record of a TPM's key outside the TPM: the parts that the TPM loads, and the store's data about the key.
struct TPMKeyRecord: Sendable {
  let id: String
  let namespace: String
  /// The compressed point.
  let publicKey: [UInt8]
  let policy: KeyPolicy
  let object: TPMObject

  private static let version: Int64 = 1

  func reference(in storeID: String) -> KeyReference {
    KeyReference(storeID: storeID, keyID: id, algorithm: .p256, publicKey: publicKey)
  }

  var encoded: Secret {
    let json: JSONValue = [
      "v": .integer(Self.version), "id": .string(id), "namespace": .string(namespace),
      "public": .string(Hex.encode(publicKey)), "presence": .string(policy.userPresence.rawValue),
      "lifetime": .integer(policy.authorizationLifetime.components.seconds),
      "tpmPublic": .string(Hex.encode(object.publicPart)), "tpmPrivate": .string(Hex.encode(object.privatePart)),
    ]
    return json.serializedSecret
  }

  init(id: String, namespace: String, publicKey: [UInt8], policy: KeyPolicy, object: TPMObject) {
    self.id = id
    self.namespace = namespace
    self.publicKey = publicKey
    self.policy = policy
    self.object = object
  }

  /// Reads a stored record.
  ///
  /// - Throws: `store_version` for a later version, `store_corrupt` for an invalid record.
  init(decoding record: Secret) throws(AuthError) {
    func corrupt(_ reason: String) -> AuthError {
      AuthError(
        .storeCorrupt,
        "A stored key of the TPM cannot be read (\(reason)). The record was not changed. Restore it from a backup, or "
          + "sign in again.", underlying: reason)
    }
    let json: JSONValue
    do throws(JSONError) {
      json = try JSONValue(parsing: record)
    } catch {
      throw corrupt("\(error)")
    }
    guard let version = json["v"]?.integerValue else { throw corrupt("no version") }
    guard version <= Self.version else {
      throw AuthError(
        .storeVersion,
        "A stored key of the TPM has version \(version); this build reads versions up to \(Self.version). Update this "
          + "program.")
    }
    func bytes(_ name: String) -> [UInt8]? { json[name]?.stringValue.flatMap { Hex.decode($0) } }
    guard let id = json["id"]?.stringValue, let namespace = json["namespace"]?.stringValue,
      let publicKey = bytes("public"), let publicPart = bytes("tpmPublic"), let privatePart = bytes("tpmPrivate"),
      let presence = json["presence"]?.stringValue.flatMap(KeyPolicy.UserPresence.init(rawValue:)),
      let lifetime = json["lifetime"]?.integerValue
    else { throw corrupt("a field is missing") }
    self.init(
      id: id, namespace: namespace, publicKey: publicKey,
      policy: KeyPolicy(userPresence: presence, authorizationLifetime: .seconds(lifetime)),
      object: TPMObject(publicPart: publicPart, privatePart: privatePart))
  }
}
