import AuthCore
import AuthCrypto

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension FuzzTarget {
  /// Keys that no input knows, so that whatever verifies is a forgery.
  private static let keys: [JWK] = [
    JWK(.p256(P256.Signing.PrivateKey().publicKey), keyID: "k1"),
    JWK(.hmac(SymmetricKey(size: .bits256)), keyID: "k2", algorithm: .hs256),
  ]

  /// No text verifies, and whatever has the form of a JWS says the text that it was read from.
  static let jwt = FuzzTarget(name: "jwt") { bytes in
    let text = String(decoding: bytes, as: UTF8.self)
    if let jws = try? JWS(compact: text) {
      require(text.utf8.starts(with: jws.signingInput), "what is signed is not what was read")
    }
    let now = Date(timeIntervalSince1970: 1_800_000_000)
    for key in keys {
      guard
        let verifier = try? JWTVerifier(JWTValidationRules(algorithms: [.es256, .hs256], issuer: nil, audiences: []))
      else {
        continue
      }
      require((try? verifier.verify(text, with: key, at: now)) == nil, "a token of an unknown key verified")
    }
  }

  /// A set of public keys that is read is written and read again as the same keys. A symmetric key is not written.
  static let jwk = FuzzTarget(name: "jwk") { bytes in
    guard let set = try? JWKSet(parsing: bytes), set.keys.allSatisfy({ !$0.key.isSymmetric }) else { return }
    guard let again = try? JWKSet(parsing: set.json.serialized) else {
      return require(false, "the written set does not parse")
    }
    require(set.keys.map(\.thumbprint) == again.keys.map(\.thumbprint), "the written set has other keys")
  }
}
