import AuthCore
import AuthCrypto
import FuzzTargets

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension FuzzTarget {
  /// Random keys that no input contains, so that every text that verifies is a forgery.
  private static let keys: [JWK] = [
    JWK(.p256(P256.Signing.PrivateKey().publicKey), keyID: "k1"),
    JWK(.hmac(SymmetricKey(size: .bits256)), keyID: "k2", algorithm: .hs256),
  ]

  /// No text verifies, and the signing input of a parsed JWS is the beginning of the text.
  static let jwt = FuzzTarget(name: "jwt") { bytes in
    let text = String(decoding: bytes, as: UTF8.self)
    if let jws = try? JWS(compact: text) {
      require(text.utf8.starts(with: jws.signingInput), "the signing input is not the beginning of the parsed text")
    }
    let now = Date(timeIntervalSince1970: 1_800_000_000)
    for key in keys {
      guard
        let verifier = try? JWTVerifier(JWTValidationRules(algorithms: [.es256, .hs256], issuer: nil, audiences: []))
      else {
        continue
      }
      require((try? verifier.verify(text, with: key, at: now)) == nil, "a token of another key verified")
    }
  }

  /// A parsed set of public keys can be written, and parsed again as the same keys. Symmetric keys are not written.
  static let jwk = FuzzTarget(name: "jwk") { bytes in
    guard let set = try? JWKSet(parsing: bytes), set.keys.allSatisfy({ !$0.key.isSymmetric }) else { return }
    guard let again = try? JWKSet(parsing: set.json.serialized) else {
      return require(false, "the written set does not parse")
    }
    require(set.keys.map(\.thumbprint) == again.keys.map(\.thumbprint), "the written set has other keys")
  }
}
