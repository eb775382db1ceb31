public import AuthCore
public import AuthStorage
public import AuthTurnkey

/// The fleet's keys, read from their store once. The value is immutable: stamping takes no lock and opens no file.
public struct FleetKeys: Sendable {
  private let stampers: [String: APIKeyStamper]

  /// The keys of a namespace.
  ///
  /// - Throws: a storage code; `key_unavailable` for a key that was deleted meanwhile.
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

  /// Keys that are already loaded.
  public init(_ stampers: [APIKeyStamper]) {
    self.stampers = Dictionary(stampers.map { ($0.publicKeyHex, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The number of keys.
  public var count: Int { stampers.count }

  /// The stampers, by the public half of their key in lower-case hex.
  public subscript(publicKey: String) -> APIKeyStamper? { stampers[publicKey] }
}
