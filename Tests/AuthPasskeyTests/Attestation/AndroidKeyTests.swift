import AuthCore
import AuthCrypto
import AuthPasskey
import AuthTesting
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// WebAuthn Level 3 §8.4: Android's attestation statements about a key.
@Suite struct AndroidKeyTests {
  private static let name: [UInt8] = [0x2B, 0x06, 0x01, 0x04, 0x01, 0xD6, 0x79, 0x02, 0x01, 0x11]
  private let client = ClientData(.create, challenge: Array(1...32), origin: "https://example.org")
  private let forge = CeremonyForge()

  /// An element with the explicit tag `[number]` around `content`. From 31 on, the number takes additional bytes
  /// (X.690 §8.1.2.4).
  private static func tagged(_ number: Int, _ content: [UInt8]) -> [UInt8] {
    let tag: [UInt8] =
      number < 31 ? [0xA0 | UInt8(number)] : [0xBF, 0x80 | UInt8(number >> 7), UInt8(number & 0x7F)]
    return tag + TestCertificate.element(0x30, content).dropFirst()
  }

  private static func purpose(_ values: UInt8...) -> [UInt8] {
    tagged(1, TestCertificate.element(0x31, values.flatMap { TestCertificate.element(0x02, [$0]) }))
  }

  private static func origin(_ value: UInt8) -> [UInt8] { tagged(702, TestCertificate.element(0x02, [value])) }

  private func description(_ software: [UInt8], _ hardware: [UInt8], challenge: [UInt8]? = nil) -> [UInt8] {
    let number = TestCertificate.element(0x02, [3])
    let level = TestCertificate.element(0x0A, [1])
    let hash = challenge ?? Array(SHA256.hash(data: client.serialized))
    return TestCertificate.sequence(
      number, level, number, level, TestCertificate.element(0x04, hash), TestCertificate.element(0x04, []),
      TestCertificate.element(0x30, software), TestCertificate.element(0x30, hardware))
  }

  private func verify(_ description: [UInt8]?, key: P256.Signing.PrivateKey? = nil) throws -> PasskeyAttestation {
    let root = try TestCertificate.root()
    var fields = TestCertificate.Fields()
    if let description { fields.extensions = [(Self.name, false, description)] }
    let certificate = try root.issue(fields, key: key ?? forge.key)
    let signature = Array(try certificate.key.signature(for: forge.message(client)).derRepresentation)
    var forge = forge
    forge.format = "android-key"
    forge.statement = [
      CBORValue.Pair("alg", -7), CBORValue.Pair("sig", .bytes(signature)),
      CBORValue.Pair("x5c", .array([.bytes(certificate.der)])),
    ]
    let party = RelyingParty(
      id: "example.org", origins: ["https://example.org"],
      attestationTrust: try PasskeyAttestationTrust(
        roots: [root.der], clock: ManualClock(Date(timeIntervalSince1970: 1_767_323_045))))
    return try party.verify(try forge.registration(client), challenge: client.challenge).attestation
  }

  private func refuses(
    _ description: [UInt8]?, key: P256.Signing.PrivateKey? = nil, at location: SourceLocation = #_sourceLocation
  ) {
    let error = #expect(throws: AuthError.self, sourceLocation: location) { try verify(description, key: key) }
    #expect(error?.passkeyRefusal == .attestation, sourceLocation: location)
  }

  @Test func acceptsKeysGeneratedHereForSigning() throws {
    let (purpose, origin) = (Self.purpose(2), Self.origin(0))
    for (software, hardware) in [([], purpose + origin), (purpose, origin), (purpose + origin, []), ([], [])] {
      #expect(try verify(description(software, hardware)) == .certified(format: "android-key"))
    }
  }

  @Test func refusesEveryOtherKey() throws {
    let good = Self.purpose(2) + Self.origin(0)
    for bad in [
      Self.purpose(3) + Self.origin(0), Self.purpose(2, 3) + Self.origin(0), Self.purpose(2) + Self.origin(2),
      good + Self.tagged(600, [0x05, 0x00]),
    ] {
      refuses(description(bad, []))
      refuses(description([], bad))
    }
    refuses(description([], good, challenge: Array(repeating: 0, count: 32)))
    refuses(description([], good, challenge: []))
    refuses(description([], good) + [0])
    refuses(Array(description([], good).dropLast()))
    refuses([])
    refuses(nil)
    refuses(description([], good), key: P256.Signing.PrivateKey())
  }
}
