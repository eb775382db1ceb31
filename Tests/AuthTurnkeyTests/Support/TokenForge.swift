import AuthCore
import AuthCrypto

/// Makes valid and invalid enclave tokens.
struct TokenForge {
  let key = P256.Signing.PrivateKey()
  var publicKeyHex: String { Hex.encode(Array(key.publicKey.x963Representation)) }

  func token(
    _ claims: JSONValue, header: JSONValue = ["alg": "ES256", "typ": "JWT"], doubleHash: Bool
  ) throws -> Secret {
    let input = Base64URL.encode(header.serialized) + "." + Base64URL.encode(claims.serialized)
    let bytes = Array(input.utf8)
    let signed = doubleHash ? Array(SHA256.hash(data: bytes)) : bytes
    let signature = try key.signature(for: signed)
    return Secret(input + "." + Base64URL.encode(Array(signature.rawRepresentation)))
  }
}
