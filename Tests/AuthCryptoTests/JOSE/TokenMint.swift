import AuthCore

@testable import AuthCrypto

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Makes valid and invalid tokens for the tests.
struct TokenMint {
  let key: JWS.SigningKey
  let keyID: String?
  static let now = Date(timeIntervalSince1970: 1_800_000_000)

  init(_ key: JWS.SigningKey = .p256(P256.Signing.PrivateKey()), keyID: String? = "k1") {
    self.key = key
    self.keyID = keyID
  }

  var jwk: JWK { JWK(key.verificationKey, keyID: keyID, algorithm: key.algorithm) }

  static var claims: JSONObject {
    ["iss": "https://issuer.example", "aud": "app", "sub": "jane", "iat": 1_799_999_990, "exp": 1_800_000_300]
  }

  static func claims(_ changes: (String, JSONValue?)...) -> JSONObject {
    var claims = claims
    for (name, value) in changes { claims[name] = value }
    return claims
  }

  func token(_ claims: JSONObject = claims, type: String? = "JWT") throws -> String {
    try JWS.sign(claims: claims, type: type, keyID: keyID, with: key)
  }

  /// Returns a token with exactly the bytes of this header and payload, signed with the key.
  func token(rawHeader: String, payload: [UInt8] = JSONValue.object(claims).serialized) throws -> String {
    let input = Base64URL.encode(rawHeader.utf8) + "." + Base64URL.encode(payload)
    return input + "." + Base64URL.encode(try key.signature(for: Array(input.utf8)))
  }
}
