import AuthCore
import AuthCrypto
import AuthSandbox
import Testing

@testable import AuthSandboxHawcx
@testable import AuthSandboxKit

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

#if canImport(CryptoKit)
  import CryptoKit
#endif

/// Trusted devices, with the names, encodings and sizes of the captured enrolment.
@Suite struct HawcxDeviceTests {
  private static let layouts: [JSONObject] = [
    [:], ["keyset": "saltFirst"], ["message": "domainFirst"], ["signature": "digest"],
    ["keyset": "saltFirst", "message": "domainFirst", "signature": "digest"],
  ]

  /// The vectors that `Tests/judges/hawcx-devices` also computes.
  @Test func agreesWithTheVectors() throws {
    let root = #filePath.split(separator: "/").dropLast(3).reduce("") { $0 + "/" + $1 }
    let data = try Data(contentsOf: URL(filePath: root + "/Vectors/hawcx-devices.json"))
    let vectors = try JSONValue(parsing: Array(data))
    let inputs = try #require(vectors["inputs"])
    let challenge = try #require(inputs["challenge"]?.stringValue.flatMap { Base64.decode($0) })
    let domain = try #require(inputs["domain"]?.stringValue)
    for vector in try #require(vectors["layouts"]?.arrayValue) {
      let arrangement = HawcxDeviceArrangement(vector["layout"])
      func bytes(_ name: String) throws -> [UInt8] {
        try #require(vector[name]?.stringValue.flatMap { Base64.decode($0) })
      }
      let device = try HawcxDevice(
        keyset: vector["keyset"]?.stringValue ?? "", hashIndex: vector["hindex"]?.stringValue ?? "",
        secret: vector["sk2"]?.stringValue ?? "", arrangement: arrangement)
      #expect(device.publicKey.map { Hex.encode($0) } == inputs["publicKeyHex"]?.stringValue)
      #expect(device.salt == (try bytes("combinedsalt")))
      let message = arrangement.message(challenge: challenge, domain: domain)
      #expect(message == (try bytes("mapp")))
      #expect(device.verifies(try bytes("signature"), of: arrangement.signed(message)))
      #expect(!device.verifies(try bytes("signature"), of: arrangement.signed(message + [0x0A])))
    }
  }

  @Test("H62: the server names the key, by 64 characters of hex", arguments: layouts)
  func enrolsADeviceAndRecognisesIt(_ layout: JSONObject) throws {
    let caller = try HawcxCaller()
    try caller.policy(["device_enrollment": "required", "device_layout": .object(layout)])
    let setup = try caller.signIn("jane@example.com")
    #expect(setup.type == "setup_device")
    let device = try SoftDevice(HawcxDeviceArrangement(.object(layout)))
    let challenge = try caller.send(device.credentials(type: "request_challenge"))
    #expect(challenge.type == "device_challenge")
    let keyID = try #require(challenge.step?["keyId"]?.stringValue)
    #expect(keyID.utf8.count == 64 && Hex.decode(keyID) != nil)
    #expect(try caller.send(device.answer(to: challenge)).type == "completed")

    // A trusted device signs in without a code.
    let again = try caller.start("jane@example.com", extra: device.startMembers)
    #expect(again.type == "device_challenge")
    #expect(again.step?["keyId"]?.stringValue == keyID)
    let answer = try device.answer(to: again)
    #expect(try caller.send(answer).type == "completed")
    #expect(try caller.send(answer).code == "action_not_allowed")

    // The device cannot sign in another user, and another key cannot sign in this user.
    #expect(try caller.start("eve@example.com", extra: device.startMembers).code == "device_not_found")
    let other = try SoftDevice(HawcxDeviceArrangement(.object(layout)))
    #expect(try caller.start("jane@example.com", extra: other.startMembers).code == "device_not_found")
    let third = try caller.start("jane@example.com", extra: device.startMembers)
    var forged = try device.answer(to: third)
    forged["signature"] = .string(Base64.encode([UInt8](repeating: 7, count: 64)))
    #expect(try caller.send(forged).code == "invalid_signature")
    let fourth = try caller.start("jane@example.com", extra: device.startMembers)
    try caller.advance(61)
    #expect(try caller.send(device.answer(to: fourth)).code == "invalid_challenge")
  }

  @Test("H31: a keyset, an index and a key of another length or alphabet are refused")
  func refusesOtherForms() throws {
    let caller = try HawcxCaller()
    try caller.policy(["device_enrollment": "required"])
    let device = try SoftDevice(HawcxDeviceArrangement(nil))
    for (name, value) in [
      ("keyset", Base64.encode([UInt8](repeating: 1, count: 33))),
      ("sk2", Base64URL.encode([UInt8](repeating: 1, count: 32))),
      ("hindex", Base64.encode([UInt8](repeating: 1, count: 16))),
    ] {
      try caller.signIn("jane@example.com")
      var credentials = device.credentials(type: "request_challenge")
      credentials[name] = .string(value)
      let refused = try caller.send(credentials)
      #expect(refused.code == "validation_error", "\(name)")
      #expect(refused.step?["details"]?["errors"]?.arrayValue?.first?["field"]?.stringValue == "action." + name)
    }
    try caller.signIn("jane@example.com")
    var other = device.credentials(type: "request_challenge")
    other["sk2"] = .string(Base64.encode([UInt8](repeating: 1, count: 32)))
    // For a keyset that it cannot open, the server sends a challenge as for any other, and then refuses the proof.
    let challenge = try caller.send(other)
    #expect(challenge.type == "device_challenge")
    #expect(try caller.send(device.answer(to: challenge)).code == "decryption_failed")
  }

  @Test("H60: a proof whose message is not the challenge and the domain is refused")
  func refusesAnotherMessage() throws {
    let caller = try HawcxCaller()
    try caller.policy(["device_enrollment": "required"])
    for name in ["mapp", "keyId"] {
      try caller.signIn("jane@example.com")
      let device = try SoftDevice(HawcxDeviceArrangement(nil))
      let challenge = try caller.send(device.credentials(type: "request_challenge"))
      var answer = try device.answer(to: challenge)
      answer[name] = .string(
        name == "mapp" ? Base64.encode([UInt8](repeating: 5, count: 68)) : String(repeating: "0", count: 64))
      #expect(try caller.send(answer).code == "info_mismatch", "\(name)")
    }
  }
}

/// A device whose key is in memory.
struct SoftDevice {
  private let key = Curve25519.Signing.PrivateKey()
  private let arrangement: HawcxDeviceArrangement
  private let keyset: String
  private let hashIndex: String
  private let secret: String

  init(_ arrangement: HawcxDeviceArrangement) throws {
    self.arrangement = arrangement
    let random = SystemRandomSource()
    let salt = random.bytes(HawcxDeviceArrangement.saltSize)
    let secret = random.bytes(32)
    let publicKey = Array(key.publicKey.rawRepresentation)
    let content = arrangement.isSaltFirst ? salt + publicKey : publicKey + salt
    let box = try AES.GCM.seal(content, using: SymmetricKey(data: secret))
    keyset = Base64.encode(try #require(box.combined))
    hashIndex = Base64.encode(random.bytes(32))
    self.secret = Base64.encode(secret)
  }

  func credentials(type: String) -> JSONObject {
    ["type": .string(type), "keyset": .string(keyset), "hindex": .string(hashIndex), "sk2": .string(secret)]
  }

  var startMembers: JSONObject {
    ["deviceCredentials": ["keyset": .string(keyset), "hindex": .string(hashIndex), "sk2": .string(secret)]]
  }

  func answer(to challenge: HawcxCaller.Answer) throws -> JSONObject {
    let bytes = try #require(challenge.step?["challenge"]?.stringValue.flatMap { Base64.decode($0) })
    let domain = try #require(challenge.step?["domain"]?.stringValue)
    let message = arrangement.message(challenge: bytes, domain: domain)
    return [
      "type": "submit_signature", "keyId": challenge.step?["keyId"] ?? .null,
      "signature": .string(Base64.encode(try key.signature(for: arrangement.signed(message)))),
      "mapp": .string(Base64.encode(message)),
    ]
  }
}
