import AuthCore
import AuthCrypto
import Testing

@testable import AuthTurnkey

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite struct OTPCodeBundleTests {
  private let vector: JSONValue
  private let target: P256.KeyAgreement.PrivateKey
  private let publicKey: [UInt8]

  init() throws {
    vector = try TurnkeyVectors()["otp-bundle-selfmade"]
    target = try P256.KeyAgreement.PrivateKey(rawRepresentation: try vector.bytes("target_private_key_hex"))
    publicKey = try vector.bytes("public_key")
  }

  private func open(_ text: String) throws -> String {
    let bundle = try JSONValue(parsing: text.utf8)
    let encapsulated = try bundle.bytes("encappedPublic")
    var recipient = try HPKE.Recipient(
      privateKey: target, ciphersuite: .P256_SHA256_AES_GCM_256, info: Array("turnkey_hpke".utf8),
      encapsulatedKey: encapsulated)
    let aad = encapsulated + Array(target.publicKey.x963Representation)
    return String(decoding: try recipient.open(try bundle.bytes("ciphertext"), authenticating: aad), as: UTF8.self)
  }

  @Test func reproducesThePublishedBundle() throws {
    let ephemeral = try P256.KeyAgreement.PrivateKey(rawRepresentation: try vector.bytes("ephemeral_private_key_hex"))
    let sender = try HPKE.Sender(
      recipientKey: target.publicKey, ciphersuite: .P256_SHA256_AES_GCM_256, info: Data(OTPCodeBundle.info.utf8),
      ephemeralKey: ephemeral)
    let bundle = try OTPCodeBundle(
      code: Secret(try vector.text("otp_code")), publicKey: publicKey,
      target: Array(target.publicKey.x963Representation), sender: sender)
    #expect(bundle.text == (try vector.text("encrypted_otp_bundle")))
  }

  @Test func theEnclaveReadsCodeAndKey() throws {
    #expect(try open(vector.text("encrypted_otp_bundle")) == vector.text("plaintext"))
    let bundle = try OTPCodeBundle(
      code: Secret("Ab3\"\\9"), publicKey: publicKey, target: Array(target.publicKey.x963Representation))
    let plaintext = try JSONValue(parsing: try open(bundle.text).utf8)
    #expect(try plaintext.text("otp_code") == "Ab3\"\\9")
    #expect(try plaintext.text("public_key") == vector.text("public_key"))
    #expect(!bundle.text.contains("Ab3"))
  }

  @Test func everyBundleHasItsOwnKey() throws {
    let point = Array(target.publicKey.x963Representation)
    let bundles = try (0..<8).map { _ in
      try OTPCodeBundle(code: Secret("000000"), publicKey: publicKey, target: point).text
    }
    #expect(Set(bundles).count == 8)
  }

  @Test func refusesATargetThatIsNotAPoint() throws {
    var point = Array(target.publicKey.x963Representation)
    point[64] ^= 1
    for bad in [point, [], [4], [UInt8](repeating: 0, count: 65)] {
      do throws(AuthError) {
        _ = try OTPCodeBundle(code: Secret("000000"), publicKey: publicKey, target: bad)
        Issue.record("a target of \(bad.count) bytes was accepted")
      } catch {
        #expect(error.code == .malformedResponse)
      }
    }
  }
}
