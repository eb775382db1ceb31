package import AuthCore
package import AuthCrypto

/// The signing keys of an issuer in the sandbox: for each algorithm the current key, and the earlier ones, which stay
/// published.
///
/// Keys are made on first use: an RSA key takes a hundred milliseconds, and most sandboxes need none.
package final class IdentityKeys: Sendable {
  private struct Chain: Sendable {
    let name: String
    let algorithm: JWSAlgorithm
    /// Oldest first; the last one signs.
    var keys: [JWS.SigningKey] = []
  }

  private let chains: Locked<[Chain]>

  /// - Parameters:
  ///   - keyring: the names and keys of an earlier sandbox.
  ///   - prefix: the beginning of the names of the keyring's entries.
  package init(keyring: inout SandboxKeyring, prefix: String = "idp") throws(AuthError) {
    var chains = [
      Chain(name: prefix + ".es256", algorithm: .es256), Chain(name: prefix + ".rs256", algorithm: .rs256),
    ]
    for index in chains.indices {
      guard let text = keyring.entries[chains[index].name] else { continue }
      for part in text.split(separator: " ") {
        chains[index].keys.append(try Self.read(String(part), named: chains[index].name, chains[index].algorithm))
      }
    }
    self.chains = Locked(chains)
  }

  /// Returns the current signing key of an algorithm, and its `kid`.
  package func current(_ algorithm: JWSAlgorithm) throws(AuthError) -> (key: JWS.SigningKey, keyID: String) {
    try fill()
    let key = chains.withLock { $0.first { $0.algorithm == algorithm }?.keys.last }
    guard let key else {
      throw AuthError(
        .unsupported, "The sandbox's issuers sign with RS256 and ES256 only. Request one of them.")
    }
    return (key, Self.keyID(key))
  }

  /// Returns the public keys, newest first for each algorithm.
  package func published() throws(AuthError) -> JWKSet {
    try fill()
    let keys = chains.withLock { $0.flatMap { $0.keys.reversed() } }
    return try JWKSet(keys.map { JWK($0.verificationKey, keyID: Self.keyID($0), algorithm: $0.algorithm) })
  }

  /// Makes new signing keys. The old ones stay published, unless they are withdrawn.
  package func rotate(withdrawing isWithdrawn: Bool = false) throws(AuthError) {
    try fill()
    try chains.withLock { (chains: inout sending [Chain]) throws(AuthError) in
      for index in chains.indices {
        let fresh = try Self.fresh(chains[index].algorithm)
        if isWithdrawn { chains[index].keys = [] }
        chains[index].keys.append(fresh)
      }
    }
  }

  /// Adds the keys that were made since the start to a keyring.
  package func write(to keyring: inout SandboxKeyring) {
    for chain in chains.withLock({ $0 }) where !chain.keys.isEmpty {
      keyring.set(chain.name, chain.keys.map(Self.text).joined(separator: " "))
    }
  }

  package static func fresh(_ algorithm: JWSAlgorithm) throws(AuthError) -> JWS.SigningKey {
    guard algorithm == .rs256 else { return .p256(P256.Signing.PrivateKey()) }
    do throws(CryptoError) {
      return .rsa(try RSA.Signing.PrivateKey(), .rs256)
    } catch {
      throw AuthError(
        .internalError,
        "The sandbox could not make an RSA key. Report this to Latchkey's maintainers.")
    }
  }

  private func fill() throws(AuthError) {
    try chains.withLock { (chains: inout sending [Chain]) throws(AuthError) in
      for index in chains.indices where chains[index].keys.isEmpty {
        chains[index].keys = [try Self.fresh(chains[index].algorithm)]
      }
    }
  }

  private static func keyID(_ key: JWS.SigningKey) -> String { JWK(key.verificationKey).thumbprint ?? "idp" }

  /// Returns the text of a key in a keyring: the DER of an RSA or P-256 key in base64; empty for any other key.
  package static func text(_ key: JWS.SigningKey) -> String {
    switch key {
    case .rsa(let key, _): Base64.encode(key.derRepresentation)
    case .p256(let key): Base64.encode(key.derRepresentation)
    default: ""
    }
  }

  /// Reads a key from its text in a keyring.
  ///
  /// - Throws: `store_corrupt` when the text is not a key of this algorithm.
  package static func read(
    _ text: String, named name: String, _ algorithm: JWSAlgorithm
  ) throws(AuthError) -> JWS.SigningKey {
    do {
      guard let bytes = Base64.decode(text) else { throw CryptoError.invalidEncoding }
      return algorithm == .rs256
        ? .rsa(try RSA.Signing.PrivateKey(derRepresentation: bytes), .rs256)
        : .p256(try P256.Signing.PrivateKey(derRepresentation: bytes))
    } catch {
      throw AuthError(
        .storeCorrupt,
        "\(name) in the sandbox's key file is not a valid key. Delete the file; the sandbox then makes new keys and "
          + "ids.")
    }
  }
}
