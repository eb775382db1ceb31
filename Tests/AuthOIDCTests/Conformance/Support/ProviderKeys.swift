import AuthCore
import AuthCrypto

/// The keys of a scripted provider at one time: those that it publishes, and the one that signs.
struct ProviderKeys: Sendable {
  /// The published keys, each with its `kid`, if any.
  var published: [(key: JWS.SigningKey, id: String?)]
  /// The key that signs, and the `kid` in the token's header, if any.
  var signer: (key: JWS.SigningKey, id: String?)

  /// The document behind `jwks_uri`.
  var document: [UInt8] {
    get throws {
      try JWKSet(published.map { JWK($0.key.verificationKey, keyID: $0.id, algorithm: $0.key.algorithm) })
        .json.serialized
    }
  }

  /// An RSA key and a P-256 key; the RSA key signs with RS256.
  static func usual(_ number: Int = 0) -> ProviderKeys {
    let id = "rsa-\(number)"
    return ProviderKeys(
      published: [(rsa(number), id), (.p256(elliptic[number]), "ec-\(number)")], signer: (rsa(number), id))
  }

  /// The same keys; the P-256 key signs with ES256.
  static var elliptic256: ProviderKeys {
    var keys = usual()
    keys.signer = keys.published[1]
    return keys
  }

  /// One key with no `kid`, in the set as in the tokens.
  static var oneWithoutID: ProviderKeys { ProviderKeys(published: [(rsa(0), nil)], signer: (rsa(0), nil)) }

  /// Three keys for the same algorithm with no `kid`.
  static var severalWithoutID: ProviderKeys {
    ProviderKeys(published: [(rsa(0), nil), (rsa(1), nil), (rsa(2), nil)], signer: (rsa(1), nil))
  }

  static func rsa(_ number: Int) -> JWS.SigningKey { .rsa(pool[number], .rs256) }

  /// Three keys for all tests, because an RSA key takes long to make.
  private static let pool: [RSA.Signing.PrivateKey] = (0..<3).compactMap { _ in try? RSA.Signing.PrivateKey() }
  private static let elliptic = (0..<3).map { _ in P256.Signing.PrivateKey() }
}
