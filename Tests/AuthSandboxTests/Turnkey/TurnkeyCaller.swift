import AuthCore
import AuthCrypto
import AuthSandbox
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A client of the Turnkey-style servers. It builds its requests here from the vendor's documents, without the code of
/// the package's client.
struct TurnkeyCaller {
  let sandbox: Sandbox
  let descriptor: JSONValue
  let organization: String

  init() throws {
    sandbox = try Sandbox(clock: FixedClock())
    descriptor = try #require(sandbox.descriptor["turnkey"])
    organization = try #require(descriptor["organizationId"]?.stringValue)
  }

  /// The parent organisation's key from the descriptor.
  func rootKey() throws -> P256.Signing.PrivateKey {
    try P256.Signing.PrivateKey(
      rawRepresentation: #require(descriptor["apiPrivateKey"]?.stringValue.flatMap { Hex.decode($0) }))
  }

  static func hex(_ key: P256.Signing.PrivateKey) -> String { Hex.encode(key.publicKey.compressedRepresentation) }

  /// An `X-Stamp` value over these bytes.
  static func stamp(_ body: [UInt8], _ key: P256.Signing.PrivateKey, upperCase: Bool = false) throws -> String {
    let signature = Hex.encode(try key.signature(for: body).derRepresentation)
    let stamp: JSONValue = [
      "publicKey": .string(hex(key)), "scheme": "SIGNATURE_SCHEME_TK_API_P256",
      "signature": .string(upperCase ? signature.uppercased() : signature),
    ]
    return Base64URL.encode(stamp.serialized)
  }

  /// A stamped POST below `/turnkey/public/v1`.
  func call(_ path: String, _ body: JSONValue, key: P256.Signing.PrivateKey) throws -> SandboxResponse {
    sandbox.post(
      "/turnkey/public/v1/" + path, body, headers: ["X-Stamp": try Self.stamp(body.serialized, key)])
  }

  /// A stamped submission at the sandbox's time.
  func submit(
    _ path: String, type: String, _ parameters: JSONObject, key: P256.Signing.PrivateKey, organization: String? = nil,
    skew: Int64 = 0
  ) throws -> SandboxResponse {
    try call(
      "submit/" + path,
      [
        "type": .string("ACTIVITY_TYPE_" + type),
        "timestampMs": .string(String((try now() + skew) * 1000)),
        "organizationId": .string(organization ?? self.organization), "parameters": .object(parameters),
      ], key: key)
  }

  func whoAmI(_ key: P256.Signing.PrivateKey, organization: String? = nil) throws -> SandboxResponse {
    try call("query/whoami", ["organizationId": .string(organization ?? self.organization)], key: key)
  }

  /// A POST to the auth proxy.
  func proxy(_ path: String, _ body: JSONValue, headers: HTTPHeaders = [:]) -> SandboxResponse {
    var headers = headers
    headers["X-Auth-Proxy-Config-ID"] =
      headers["X-Auth-Proxy-Config-ID"] ?? descriptor["authProxyConfigId"]?.stringValue
    return sandbox.post("/turnkey-proxy/v1/" + path, body, headers: headers)
  }

  func now() throws -> Int64 {
    let text = try #require(sandbox.handle(SandboxRequest("GET", "/sandbox/clock")).json["now"]?.stringValue)
    return Int64(try #require(ISO8601.decode(text)).timeIntervalSince1970)
  }

  func advance(_ seconds: Int) { _ = sandbox.post("/sandbox/clock", ["advanceSeconds": .integer(Int64(seconds))]) }

  func policy(_ change: JSONObject) {
    var body = change
    body["provider"] = "turnkey"
    _ = sandbox.post("/sandbox/policy", .object(body))
  }
}

extension TurnkeyCaller {
  /// A code that was requested.
  struct Pending {
    let id: String
    let bundle: String
    let code: String
  }

  func requestCode(_ email: String) throws -> Pending {
    let answer = proxy("otp_init_v2", ["otpType": "OTP_TYPE_EMAIL", "contact": .string(email)])
    #expect(answer.status == 200)
    return Pending(
      id: try #require(answer.json["otpId"]?.stringValue),
      bundle: try #require(answer.json["otpEncryptionTargetBundle"]?.stringValue),
      code: try sandbox.lastCode(to: email))
  }

  /// Makes an `encryptedOtpBundle`. The target key is used only if the TLS fetcher's key signed it (T78).
  func encrypt(_ code: String, for key: P256.Signing.PrivateKey, _ pending: Pending) throws -> String {
    let envelope = try JSONValue(parsing: pending.bundle)
    #expect(envelope["version"] == "v1.0.0")
    #expect(envelope["enclaveQuorumPublic"] == descriptor["tlsFetcherPublicKey"])
    let data = try #require(envelope["data"]?.stringValue.flatMap { Hex.decode($0) })
    let der = try #require(envelope["dataSignature"]?.stringValue.flatMap { Hex.decode($0) })
    let fetcher = try #require(descriptor["tlsFetcherPublicKey"]?.stringValue.flatMap { Hex.decode($0) })
    #expect(
      try P256.Signing.PublicKey(x963Representation: fetcher)
        .isValidSignature(P256.Signing.ECDSASignature(derRepresentation: der), for: data))
    let point = try #require(try JSONValue(parsing: data)["targetPublic"]?.stringValue.flatMap { Hex.decode($0) })
    var sender = try HPKE.Sender(
      recipientKey: P256.KeyAgreement.PublicKey(x963Representation: point),
      ciphersuite: .P256_SHA256_AES_GCM_256, info: Array("turnkey_hpke".utf8))
    let plain: JSONValue = ["otp_code": .string(code), "public_key": .string(Self.hex(key))]
    let sealed = try sender.seal(plain.serialized, authenticating: Array(sender.encapsulatedKey) + point)
    let reply: JSONValue = [
      "encappedPublic": .string(Hex.encode(sender.encapsulatedKey)), "ciphertext": .string(Hex.encode(sealed)),
    ]
    return reply.serializedText
  }

  func verify(_ pending: Pending, code: String, key: P256.Signing.PrivateKey) throws -> SandboxResponse {
    let bundle = try encrypt(code, for: key, pending)
    return proxy("otp_verify_v2", ["otpId": .string(pending.id), "encryptedOtpBundle": .string(bundle)])
  }

  /// A verification token for an address, bound to `key`.
  func verificationToken(_ email: String, key: P256.Signing.PrivateKey) throws -> String {
    let pending = try requestCode(email)
    return try #require(try verify(pending, code: pending.code, key: key).json["verificationToken"]?.stringValue)
  }

  func clientSignature(
    _ token: String, _ type: String, _ use: (String, JSONValue), key: P256.Signing.PrivateKey
  ) throws -> JSONValue {
    let claims = try JSONValue(parsing: JWS(compact: token).payload)
    let message = JSONValue.object(
      JSONObject([use, ("tokenId", try #require(claims["id"])), ("type", .string("USAGE_TYPE_" + type))]))
    let signature = try key.signature(for: message.serialized).rawRepresentation
    return [
      "publicKey": .string(Self.hex(key)), "scheme": "CLIENT_SIGNATURE_SCHEME_API_P256",
      "message": .string(message.serializedText), "signature": .string(Hex.encode(signature)),
    ]
  }

  func signUp(_ email: String, token: String, key: P256.Signing.PrivateKey) throws -> SandboxResponse {
    let apiKeys: JSONValue = [
      ["apiKeyName": "device", "publicKey": .string(Self.hex(key)), "curveType": "API_KEY_CURVE_P256"]
    ]
    let signature = try clientSignature(
      token, "SIGNUP", ("signupV2", ["apiKeys": apiKeys, "email": .string(email)]), key: key)
    return proxy(
      "signup_v2",
      [
        "userEmail": .string(email), "apiKeys": apiKeys, "authenticators": [], "oauthProviders": [],
        "verificationToken": .string(token), "clientSignature": signature,
      ])
  }

  func logIn(
    token: String, key: P256.Signing.PrivateKey, session: P256.Signing.PrivateKey, extra: JSONObject = [:]
  ) throws -> SandboxResponse {
    var body: JSONObject = [
      "verificationToken": .string(token), "publicKey": .string(Self.hex(session)),
      "clientSignature": try clientSignature(
        token, "LOGIN", ("login", ["publicKey": .string(Self.hex(session))]), key: key),
    ]
    for member in extra.members { body[member.name] = member.value }
    return proxy("otp_login_v2", .object(body))
  }

  /// Signs a user up and in. Returns the session's key and JWT, the organisation, and the user's id.
  func signedIn(_ email: String) throws -> (
    key: P256.Signing.PrivateKey, organization: String, user: String, jwt: String
  ) {
    let key = P256.Signing.PrivateKey()
    let token = try verificationToken(email, key: key)
    let made = try signUp(email, token: token, key: P256.Signing.PrivateKey(rawRepresentation: key.rawRepresentation))
    #expect(made.status == 200)
    let session = P256.Signing.PrivateKey()
    let answer = try logIn(token: token, key: key, session: session)
    #expect(answer.status == 200)
    return (
      session, try #require(made.json["organizationId"]?.stringValue), try #require(made.json["userId"]?.stringValue),
      try #require(answer.json["session"]?.stringValue)
    )
  }
}

extension SandboxResponse {
  /// Turnkey's own error code.
  var turnkeyCode: String? { json["details"]?.arrayValue?.first?["turnkeyErrorCode"]?.stringValue }
  /// The single result of an activity.
  var result: JSONValue? { json["activity"]?["result"]?.objectValue?.members.first?.value }
}
