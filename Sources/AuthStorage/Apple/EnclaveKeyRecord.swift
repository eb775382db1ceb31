#if canImport(Security) && canImport(CryptoKit)
  import AuthCore

  /// The keychain record of a Secure Enclave key: a block that only the Enclave of this device can open, and the key's
  /// metadata.
  struct EnclaveKeyRecord: Sendable {
    let id: String
    let namespace: String
    /// The public key, a compressed P-256 point.
    let publicKey: [UInt8]
    let policy: KeyPolicy
    /// The key, encrypted by the Enclave (`dataRepresentation`).
    let block: [UInt8]

    private static let version: Int64 = 1

    func reference(in storeID: String) -> KeyReference {
      KeyReference(storeID: storeID, keyID: id, algorithm: .p256, publicKey: publicKey)
    }

    var encoded: Secret {
      let json: JSONValue = [
        "v": .integer(Self.version), "id": .string(id), "namespace": .string(namespace),
        "public": .string(Hex.encode(publicKey)), "presence": .string(policy.userPresence.rawValue),
        "lifetime": .integer(policy.authorizationLifetime.components.seconds), "block": .string(Hex.encode(block)),
      ]
      return json.serializedSecret
    }

    init(id: String, namespace: String, publicKey: [UInt8], policy: KeyPolicy, block: [UInt8]) {
      self.id = id
      self.namespace = namespace
      self.publicKey = publicKey
      self.policy = policy
      self.block = block
    }

    /// Decodes a keychain record.
    ///
    /// - Throws: `store_version` for a later version, `store_corrupt` for any other invalid content.
    init(decoding record: Secret) throws(AuthError) {
      func corrupt(_ reason: String) -> AuthError {
        AuthError(
          .storeCorrupt,
          "A stored key of the Secure Enclave cannot be read (\(reason)). The record was not changed. Restore it "
            + "from a backup of this device, or sign in again.",
          underlying: reason)
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
          "A stored key has version \(version); this build reads versions up to \(Self.version). Update this program.")
      }
      guard let id = json["id"]?.stringValue, let namespace = json["namespace"]?.stringValue,
        let publicKey = json["public"]?.stringValue.flatMap({ Hex.decode($0) }),
        let block = json["block"]?.stringValue.flatMap({ Hex.decode($0) }),
        let presence = json["presence"]?.stringValue.flatMap(KeyPolicy.UserPresence.init(rawValue:)),
        let lifetime = json["lifetime"]?.integerValue
      else { throw corrupt("a field is missing") }
      self.init(
        id: id, namespace: namespace, publicKey: publicKey,
        policy: KeyPolicy(userPresence: presence, authorizationLifetime: .seconds(lifetime)), block: block)
    }
  }
#endif
