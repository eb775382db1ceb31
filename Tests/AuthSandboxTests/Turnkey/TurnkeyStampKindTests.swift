import AuthCore
import AuthCrypto
import AuthSandbox
import Testing

@testable import AuthSandboxChains
@testable import AuthSandboxKit
@testable import AuthSandboxTurnkey

/// Stamps with keys of every curve, stamps with keys that only a token attests, and queries without a stamp.
@Suite struct TurnkeyStampKindTests {
  let caller: TurnkeyCaller
  let user: (key: P256.Signing.PrivateKey, organization: String, user: String, jwt: String)
  private let secp: Secp256k1.PrivateKey
  private let edwards = Curve25519.Signing.PrivateKey()

  init() throws {
    caller = try TurnkeyCaller()
    user = try caller.signedIn("jane@example.com")
    secp = try #require(Secp256k1.PrivateKey([UInt8](repeating: 7, count: 32)))
    let keys: JSONValue = [
      [
        "apiKeyName": "s", "publicKey": .string(Hex.encode(secp.publicKey.compressed)),
        "curveType": "API_KEY_CURVE_SECP256K1",
      ],
      [
        "apiKeyName": "e", "publicKey": .string(Hex.encode(edwards.publicKey.rawRepresentation)),
        "curveType": "API_KEY_CURVE_ED25519",
      ],
    ]
    let made = try caller.submit(
      "create_api_keys", type: "CREATE_API_KEYS_V2", ["userId": .string(user.user), "apiKeys": keys], key: user.key,
      organization: user.organization)
    #expect(made.status == 200)
  }

  private var body: [UInt8] { Array("{\"organizationId\":\"\(user.organization)\"}".utf8) }

  private func whoAmI(_ headers: HTTPHeaders, body: [UInt8]? = nil) -> SandboxResponse {
    caller.sandbox.handle(
      SandboxRequest("POST", "/turnkey/public/v1/query/whoami", headers: headers, body: body ?? self.body))
  }

  private func stamp(_ publicKey: some Sequence<UInt8>, _ scheme: String, _ signature: [UInt8]) -> HTTPHeaders {
    let stamp: JSONValue = [
      "publicKey": .string(Hex.encode(publicKey)), "scheme": .string("SIGNATURE_SCHEME_TK_API_" + scheme),
      "signature": .string(Hex.encode(signature)),
    ]
    return ["X-Stamp": Base64URL.encode(stamp.serialized)]
  }

  private func der(_ digest: [UInt8]) throws -> [UInt8] {
    let signature = try #require(secp.sign(digest: digest))
    let raw = signature.r.bytes + signature.s.bytes
    return Array(try P256.Signing.ECDSASignature(rawRepresentation: raw).derRepresentation)
  }

  @Test func keysOfOtherCurves() throws {
    let plain = try der(Array(SHA256.hash(data: body)))
    let message = Array("\u{19}Ethereum Signed Message:\n\(body.count)".utf8) + body
    let wallet = try der(Keccak.hash256(message))
    let point = secp.publicKey.compressed
    let flat = Array(edwards.publicKey.rawRepresentation)
    let signed = Array(try edwards.signature(for: body))
    let cases: [(HTTPHeaders, Int)] = [
      (stamp(point, "SECP256K1", plain), 200), (stamp(point, "SECP256K1_EIP191", wallet), 200),
      (stamp(flat, "ED25519", signed), 200), (stamp(point, "SECP256K1", wallet), 401),
      (stamp(point, "SECP256K1_EIP191", plain), 401), (stamp(point, "P256", plain), 401),
      (stamp(flat, "ED25519", plain), 401), (stamp(flat, "P256", signed), 401), (stamp(point, "ED25519", plain), 401),
    ]
    for (index, (headers, status)) in cases.enumerated() {
      #expect(whoAmI(headers).status == status, "\(index)")
      #expect(whoAmI(headers, body: body + [0x20]).status == 401, "\(index)")
    }
  }

  @Test func malformedKeysAreNotRegistered() throws {
    let keys: [(String, String)] = [
      (Hex.encode(secp.publicKey.uncompressed), "API_KEY_CURVE_SECP256K1"), ("00", "API_KEY_CURVE_ED25519"),
      ("02" + String(repeating: "f", count: 64), "API_KEY_CURVE_SECP256K1"), ("xy", "API_KEY_CURVE_P256"),
      (TurnkeyTestKeys.p256, "API_KEY_CURVE_ED448"),
    ]
    for (key, curve) in keys {
      let answer = try caller.submit(
        "create_api_keys", type: "CREATE_API_KEYS_V2",
        [
          "userId": .string(user.user),
          "apiKeys": [["apiKeyName": "k", "publicKey": .string(key), "curveType": .string(curve)]],
        ], key: user.key, organization: user.organization)
      #expect(answer.status == 400, "\(curve)")
    }
  }

  @Test func tokensAttestUnregisteredKeys() throws {
    let key = P256.Signing.PrivateKey()
    let token = try caller.verificationToken("jane@example.com", key: key)
    func attested(_ signer: P256.Signing.PrivateKey, scheme: String = "VERIFICATION_TOKEN") throws -> JSONValue {
      [
        "publicKeyAttestation": .string(token), "scheme": .string("STAMP_ATTESTED_SCHEME_P256_" + scheme),
        "publicKey": .string(TurnkeyCaller.hex(signer)),
        "signature": .string(Hex.encode(try signer.signature(for: body).derRepresentation)),
      ]
    }
    let good = try attested(key)
    // The vendor's documents show the plain JSON object, and its SDK sends the object in base64url. Both are accepted.
    for header in [good.serializedText, Base64URL.encode(good.serialized)] {
      #expect(whoAmI(["X-Stamp-Attested": header]).json["userId"] == .string(user.user))
      #expect(whoAmI(["X-Stamp-Attested": header], body: body + [0x20]).turnkeyCode == "SIGNATURE_INVALID")
    }
    let other = try attested(P256.Signing.PrivateKey())
    #expect(whoAmI(["X-Stamp-Attested": other.serializedText]).turnkeyCode == "SIGNATURE_INVALID")
    #expect(whoAmI(["X-Stamp-Attested": try attested(key, scheme: "X").serializedText]).status == 401)
    #expect(whoAmI(["X-Stamp-Attested": "{}", "X-Stamp": "x"]).turnkeyCode == "SIGNATURE_INVALID")
  }

  @Test func readOnlySessionsCanOnlyQuery() throws {
    let made = try caller.submit(
      "create_read_only_session", type: "CREATE_READ_ONLY_SESSION", [:], key: user.key,
      organization: user.organization)
    let session = try #require(made.result?["session"]?.stringValue)
    #expect(whoAmI(["X-Session": session]).json["userId"] == .string(user.user))
    #expect(whoAmI(["X-Session": "other"]).status == 401)
    let login: JSONValue = [
      "type": "ACTIVITY_TYPE_STAMP_LOGIN", "timestampMs": .string(String(FixedClock.unixTime * 1000)),
      "organizationId": .string(user.organization), "parameters": ["publicKey": .string(TurnkeyTestKeys.p256)],
    ]
    #expect(
      caller.sandbox.post("/turnkey/public/v1/submit/stamp_login", login, headers: ["X-Session": session]).turnkeyCode
        == "SIGNATURE_MISSING")
    caller.advance(3600)
    #expect(whoAmI(["X-Session": session]).status == 401)
  }
}

/// A public key from RFC 6979 A.2.5.
enum TurnkeyTestKeys {
  static let p256 = "0360fed4ba255a9d31c961eb74c6356d68c049b8923b61fa6ce669622e60f29fb6"
}
