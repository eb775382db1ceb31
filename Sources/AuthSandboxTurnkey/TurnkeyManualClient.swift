import AuthCore
import AuthCrypto
import AuthSandboxKit

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The client in a sign-in by hand: its keys, the encryption of the code, and its signatures.
struct TurnkeyManualClient: Sendable {
  /// The key to which the verification token is bound.
  private let key: P256.Signing.PrivateKey
  /// The key of the session.
  private let sessionKey: P256.Signing.PrivateKey
  private let configID: String

  init(seed: [UInt8], configID: String) throws {
    key = try P256.Signing.PrivateKey(rawRepresentation: Array(SHA256.hash(data: seed + [1])))
    sessionKey = try P256.Signing.PrivateKey(rawRepresentation: Array(SHA256.hash(data: seed + [2])))
    self.configID = configID
  }

  var publicHex: String { Hex.encode(key.publicKey.compressedRepresentation) }
  var sessionHex: String { Hex.encode(sessionKey.publicKey.compressedRepresentation) }

  /// A request to the auth proxy.
  func send(_ name: String, _ route: String, _ body: JSONValue) -> SandboxSignInStep {
    .send(
      name: name,
      SandboxRequest(
        "POST", "/turnkey-proxy/v1/" + route, json: body, headers: ["X-Auth-Proxy-Config-ID": configID]))
  }

  /// A query that the session's key stamps.
  func stamped(_ name: String, _ path: String, _ organization: JSONValue) throws -> SandboxSignInStep {
    let body: JSONValue = ["organizationId": organization]
    let stamp: JSONValue = [
      "publicKey": .string(sessionHex), "scheme": .string(TurnkeyStamp.Scheme.p256.rawValue),
      "signature": .string(Hex.encode(try sessionKey.signature(for: body.serialized).derRepresentation)),
    ]
    return .send(
      name: name,
      SandboxRequest("POST", path, json: body, headers: ["X-Stamp": Base64URL.encode(stamp.serialized)]))
  }

  /// The code and the client's key, encrypted to the server's key (T78).
  func sealed(_ code: String, for bundle: String) throws -> String {
    let data = try JSONValue(parsing: bundle)["data"]?.stringValue.flatMap { Hex.decode($0) } ?? []
    let point = try JSONValue(parsing: data)["targetPublic"]?.stringValue.flatMap { Hex.decode($0) } ?? []
    var sender = try HPKE.Sender(
      recipientKey: P256.KeyAgreement.PublicKey(x963Representation: point),
      ciphersuite: .P256_SHA256_AES_GCM_256, info: Data("turnkey_hpke".utf8))
    let plain: JSONValue = ["otp_code": .string(code), "public_key": .string(publicHex)]
    let ciphertext = try sender.seal(plain.serialized, authenticating: Array(sender.encapsulatedKey) + point)
    let sealed: JSONValue = [
      "encappedPublic": .string(Hex.encode(sender.encapsulatedKey)), "ciphertext": .string(Hex.encode(ciphertext)),
    ]
    return sealed.serializedText
  }

  /// `clientSignature` for a use of a verification token (T77).
  func signature(
    for token: String, usage: TurnkeyVerification.Usage, _ use: (String, JSONValue)
  ) throws -> JSONValue {
    let id = try JSONValue(parsing: JWS(compact: token).payload)["id"] ?? ""
    let message = JSONValue.object(JSONObject([use, ("tokenId", id), ("type", .string(usage.rawValue))]))
    return [
      "publicKey": .string(publicHex), "scheme": "CLIENT_SIGNATURE_SCHEME_API_P256",
      "message": .string(message.serializedText),
      "signature": .string(Hex.encode(try key.signature(for: message.serialized).rawRepresentation)),
    ]
  }
}
