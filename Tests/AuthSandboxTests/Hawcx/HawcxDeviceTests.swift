import AuthCore
import AuthCrypto
import Testing

@testable import AuthSandbox

#if canImport(CryptoKit)
  import CryptoKit
#endif

@Suite struct HawcxDeviceTests {
  /// The vector of the protocol notes §9.4: the seed is RFC 8032's first test.
  @Test func agreesWithTheVector() throws {
    let device = try #require(
      HawcxDevice(
        keyset: "AddamAGCsQq31Uv-08lkBzoO4XLz2qYjJa8CGmj3B1Ea",
        hashIndex: "sz_WYpZAM1B7pNMZqc7AeM0wCTbyXInDYJx300s6OsM",
        secret: "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8"))
    #expect(device.keyID == "If4x36FUomFia_hUBG_SJw")
    let challenge = "qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqo"
    let message = device.message(domain: "t.example", session: "auth_test", challenge: challenge)
    let signature = try #require(
      Base64URL.decode("K4A7SnxSVc8loCQq9yHabmLc8XdQBek-U_VipKoCMiRihbbs4CoXR9iaxivK-OkTPENytN7LLGZWTVXnQZhODg"))
    #expect(device.verifies(signature, of: message))
    let other = device.message(domain: "t.example", session: "auth_x", challenge: challenge)
    #expect(!device.verifies(signature, of: other))
    var damaged = signature
    damaged[10] ^= 1
    #expect(!device.verifies(damaged, of: message))
  }

  @Test(arguments: [HawcxDevice.Algorithm.ed25519, .p256])
  func enrolsADeviceAndKnowsItAgain(_ algorithm: HawcxDevice.Algorithm) throws {
    let caller = try HawcxCaller()
    try caller.policy(["device_enrollment": "required"])
    let setup = try caller.signIn("jane@example.com")
    #expect(setup.type == "setup_device")
    #expect(setup.step?["domain"]?.stringValue == "localhost")
    let device = SoftDevice(algorithm)
    let challenge = try caller.send(device.credentials(type: "request_challenge"))
    #expect(challenge.type == "device_challenge")
    #expect(challenge.step?["algorithm"]?.stringValue == algorithm.rawValue)
    #expect(try caller.send(device.answer(to: challenge)).type == "completed")

    // A trusted device alone signs in: no code is asked for.
    let again = try caller.start("jane@example.com", extra: device.startMembers)
    #expect(again.type == "device_challenge")
    let answer = try device.answer(to: again)
    #expect(try caller.send(answer).type == "completed")
    #expect(try caller.send(answer).code == "action_not_allowed")

    // Neither another user nor another key gets in with it.
    #expect(try caller.start("eve@example.com", extra: device.startMembers).code == "device_not_found")
    let third = try caller.start("jane@example.com", extra: device.startMembers)
    var forged = try device.answer(to: third)
    forged["signature"] = .string(Base64URL.encode([UInt8](repeating: 7, count: 64)))
    #expect(try caller.send(forged).code == "invalid_signature")
    let fourth = try caller.start("jane@example.com", extra: device.startMembers)
    try caller.advance(61)
    #expect(try caller.send(device.answer(to: fourth)).code == "invalid_challenge")
  }
}

/// A device whose key is in memory.
private struct SoftDevice {
  private let key: JWS.SigningKey
  private let keyset: String
  private let keyID: String
  private let label: String
  private let hashIndex = Base64URL.encode([UInt8](repeating: 3, count: 32))
  private let secret = Base64URL.encode([UInt8](repeating: 4, count: 32))

  init(_ algorithm: HawcxDevice.Algorithm) {
    let point: [UInt8]
    switch algorithm {
    case .ed25519:
      let private25519 = Curve25519.Signing.PrivateKey()
      key = .ed25519(private25519)
      point = Array(private25519.publicKey.rawRepresentation)
      keyset = Base64URL.encode([1] + point)
      label = "authcore.hawcx.device.v1"
    case .p256:
      let private256 = P256.Signing.PrivateKey()
      key = .p256(private256)
      point = Array(private256.publicKey.compressedRepresentation)
      keyset = Base64URL.encode([2] + point)
      label = "authcore.hawcx.device.p256-v1"
    }
    keyID = Base64URL.encode(SHA256.hash(data: point).prefix(16))
  }

  func credentials(type: String) -> JSONObject {
    ["type": .string(type), "keyset": .string(keyset), "hindex": .string(hashIndex), "sk2": .string(secret)]
  }

  var startMembers: JSONObject {
    ["device_credentials": ["keyset": .string(keyset), "hindex": .string(hashIndex), "sk2": .string(secret)]]
  }

  func answer(to challenge: HawcxCaller.Answer) throws -> JSONObject {
    let text = try #require(challenge.step?["challenge"]?.stringValue)
    let domain = try #require(challenge.step?["domain"]?.stringValue)
    let lines = [label, domain, keyID, hashIndex, challenge.session ?? "", text].joined(separator: "\n")
    let signature = try key.signature(for: Array(lines.utf8))
    return [
      "type": "submit_signature", "key_id": .string(keyID), "signature": .string(Base64URL.encode(signature)),
      "mapp": .string(Base64URL.encode([UInt8](repeating: 5, count: 32))),
    ]
  }
}
