import AuthCore
import AuthCrypto

/// An authenticator with one credential. It builds its messages here from the WebAuthn specification, without the code
/// of the package's authenticators.
struct TurnkeyPasskey {
  let key = P256.Signing.PrivateKey()
  let id = SystemRandomSource().bytes(16)
  var relyingPartyID = "localhost"
  var origin = "http://localhost"

  var credentialID: String { Base64URL.encode(id) }

  private func data(_ flags: UInt8) -> [UInt8] {
    Array(SHA256.hash(data: Array(relyingPartyID.utf8))) + [flags, 0, 0, 0, 0]
  }

  private func clientData(_ type: String, _ challenge: [UInt8]) -> [UInt8] {
    let object: JSONValue = [
      "type": .string(type), "challenge": .string(Base64URL.encode(challenge)), "origin": .string(origin),
      "crossOrigin": false,
    ]
    return object.serialized
  }

  /// An element of `authenticators[]` (T80).
  func registration(challenge: [UInt8] = SystemRandomSource().bytes(32)) -> JSONValue {
    let point = Array(key.publicKey.x963Representation)
    let cose = CBORValue.map([
      1: 2, 3: .integer(-7), .integer(-1): 1, .integer(-2): .bytes(Array(point[1..<33])),
      .integer(-3): .bytes(Array(point[33...])),
    ]).encoded
    // The AAGUID, the length of the credential id, the credential id, and the key.
    let credential = [UInt8](repeating: 0, count: 16) + [0, UInt8(id.count)] + id + cose
    let object = CBORValue.map([
      "fmt": "none", "attStmt": .map([:]), "authData": .bytes(data(0x41) + credential),
    ])
    return [
      "authenticatorName": "passkey", "challenge": .string(Base64URL.encode(challenge)),
      "attestation": [
        "credentialId": .string(credentialID),
        "clientDataJson": .string(Base64URL.encode(clientData("webauthn.create", challenge))),
        "attestationObject": .string(Base64URL.encode(object.encoded)),
        "transports": ["AUTHENTICATOR_TRANSPORT_HYBRID"],
      ],
    ]
  }

  /// An `X-Stamp-WebAuthn` value over these bytes.
  func stamp(_ body: [UInt8], type: String = "webauthn.get", flags: UInt8 = 0x01) throws -> String {
    let clientData = clientData(type, Array(Hex.encode(SHA256.hash(data: body)).utf8))
    let signature = try key.signature(for: data(flags) + Array(SHA256.hash(data: clientData)))
    let stamp: JSONValue = [
      "authenticatorData": .string(Base64URL.encode(data(flags))),
      "clientDataJson": .string(Base64URL.encode(clientData)), "credentialId": .string(credentialID),
      "signature": .string(Base64URL.encode(signature.derRepresentation)),
    ]
    return stamp.serializedText
  }
}
