import AuthCore
import AuthCrypto
import Testing

/// The parts of a stamp, parsed as a server parses them.
struct StampParts {
  let names: [String]
  let publicKey: String
  let scheme: String
  let signature: [UInt8]

  init(_ value: String) throws {
    let json = try JSONValue(parsing: try #require(Base64URL.decode(value), "the stamp is not base64url"))
    names = try #require(json.objectValue).names
    publicKey = try json.text("publicKey")
    scheme = try json.text("scheme")
    signature = try json.bytes("signature")
  }

  func verifies(_ body: [UInt8]) throws -> Bool {
    let key = try P256.Signing.PublicKey(compressedRepresentation: try #require(Hex.decode(publicKey)))
    return key.isValidSignature(try P256.Signing.ECDSASignature(derRepresentation: signature), for: body)
  }
}
