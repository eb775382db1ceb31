import AuthCore
import AuthCrypto

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// An issuer's key, its tokens and its documents.
struct Mint: Sendable {
  static let now = Date(timeIntervalSince1970: 1_800_000_000)

  let key: JWS.SigningKey
  let keyID = "k1"

  init(_ key: JWS.SigningKey = .p256(P256.Signing.PrivateKey())) { self.key = key }

  func token(_ claims: JSONObject, type: String? = "JWT") throws -> Secret {
    Secret(try JWS.sign(claims: claims, type: type, keyID: keyID, with: key))
  }

  var keySet: JSONValue {
    ["keys": [JWK(key.verificationKey, keyID: keyID, algorithm: key.algorithm).json]]
  }

  /// The claims of a valid token, with changes; nil removes a claim.
  static func claims(_ base: JSONObject, _ changes: [(String, JSONValue?)] = []) -> JSONObject {
    var claims: JSONObject = ["iat": 1_799_999_990, "exp": 1_800_000_300]
    for member in base.members { claims[member.name] = member.value }
    for (name, value) in changes { claims[name] = value }
    return claims
  }
}

/// A key of a client, for proofs of possession.
struct ProofKey {
  let key = P256.Signing.PrivateKey()

  var jwk: JWK { JWK(.p256(key.publicKey), use: nil) }

  func thumbprint() -> String { jwk.thumbprint ?? "" }

  /// Returns a proof of a request at `Mint.now`.
  func proof(_ method: String, _ url: String, token: Secret, id: String = "1", nonce: String? = nil) throws -> String {
    let header: JSONObject = ["typ": "dpop+jwt", "alg": "ES256", "jwk": jwk.json]
    var claims: JSONObject = [
      "jti": .string(id), "htm": .string(method), "htu": .string(url), "iat": 1_800_000_000,
      "ath": .string(Base64URL.encode(Array(SHA256.hash(data: token.revealBytes())))),
    ]
    claims["nonce"] = nonce.map { .string($0) }
    let input =
      Base64URL.encode(JSONValue.object(header).serialized) + "."
      + Base64URL.encode(JSONValue.object(claims).serialized)
    return input + "." + Base64URL.encode(Array(try key.signature(for: Array(input.utf8)).rawRepresentation))
  }
}
