public import AuthCore
public import AuthStorage
public import AuthTurnkey

/// The fleet's keys, read from the key store once. The value is immutable: stamping takes no lock and opens no file.
public struct FleetKeys: Sendable {
  private let stampers: [String: APIKeyStamper]

  /// Reads the P-256 keys of a namespace.
  ///
  /// - Parameters:
  ///   - store: the key store.
  ///   - namespace: the namespace of the fleet's keys.
  /// - Throws: a storage code, and `key_unavailable` for a key that was deleted in the meantime.
  public init(_ store: FileKeyStore, namespace: String) async throws(AuthError) {
    var stampers: [String: APIKeyStamper] = [:]
    for reference in try await store.keys(in: namespace) where reference.algorithm == .p256 {
      let publicKey = Hex.encode(reference.publicKey)
      let scalar = try await store.exportKey(reference)
      stampers[publicKey] = try APIKeyStamper(
        publicKeyHex: publicKey, privateKeyHex: scalar.withBytes { Secret(Hex.encode(Array($0)).utf8) })
    }
    self.stampers = stampers
  }

  /// Creates the value from keys that are already loaded.
  public init(_ stampers: [APIKeyStamper]) {
    self.stampers = Dictionary(stampers.map { ($0.publicKeyHex, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The number of keys.
  public var count: Int { stampers.count }

  /// The stamper of a public key in lower-case hexadecimal; nil for an unknown key.
  public subscript(publicKey: String) -> APIKeyStamper? { stampers[publicKey] }
}
