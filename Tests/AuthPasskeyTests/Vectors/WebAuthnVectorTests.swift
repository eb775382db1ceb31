import AuthCore
import AuthCrypto
import AuthPasskey
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// W3C's test vectors of WebAuthn Level 3 (§ "Test Vectors").
@Suite struct WebAuthnVectorTests {
  struct Ceremony {
    let name: String
    let registration: JSONValue
    let authentication: JSONValue
  }

  private static func entries() throws -> [JSONValue] {
    let path = #filePath.split(separator: "/").dropLast(3).reduce("") { $0 + "/" + $1 } + "/Vectors/webauthn-l3.json"
    return try JSONValue(parsing: try Data(contentsOf: URL(filePath: path))).arrayValue ?? []
  }

  /// The certificate of the authority that certifies the vectors' authenticators.
  static func root() throws -> [UInt8] {
    let entry = try #require(try entries().first { $0["data"] != nil }?["data"])
    return try bytes(entry, "attestation_ca_cert")
  }

  static func load() throws -> [Ceremony] {
    try entries().compactMap { entry in
      guard let anchor = entry["anchor"]?.stringValue, let registration = entry["registration"],
        let authentication = entry["authentication"]
      else { return nil }
      return Ceremony(
        name: String(anchor.dropFirst("sctn-test-vectors-".count)), registration: registration,
        authentication: authentication)
    }
  }

  static func bytes(_ value: JSONValue, _ name: String) throws -> [UInt8] {
    try #require(value[name]?.stringValue.flatMap { Hex.decode($0) }, "\(name)")
  }

  func party(_ algorithms: [Int] = [-7]) -> RelyingParty {
    RelyingParty(
      id: "example.org", origins: ["https://example.org"], algorithms: algorithms, allowsCrossOrigin: true)
  }

  func registration(_ ceremony: Ceremony) throws -> PasskeyRegistration {
    let value = ceremony.registration
    return PasskeyRegistration(
      credentialID: try Self.bytes(value, "credential_id"), clientDataJSON: try Self.bytes(value, "clientDataJSON"),
      attestationObject: try Self.bytes(value, "attestationObject"), transports: [])
  }

  func assertion(_ ceremony: Ceremony) throws -> PasskeyAssertion {
    let value = ceremony.authentication
    return PasskeyAssertion(
      credentialID: try Self.bytes(ceremony.registration, "credential_id"),
      clientDataJSON: try Self.bytes(value, "clientDataJSON"),
      authenticatorData: try Self.bytes(value, "authenticatorData"), signature: try Self.bytes(value, "signature"),
      userHandle: nil)
  }

  /// Verifies every registration without an attestation statement or with a self attestation, and its assertion.
  @Test func registrationsAndAssertionsVerify() throws {
    let ceremonies = try Self.load()
    #expect(ceremonies.count == Self.expectedCount)
    var verified: [String] = []
    var unsupported: [String] = []
    for ceremony in ceremonies {
      let challenge = try Self.bytes(ceremony.registration, "challenge")
      do throws(AuthError) {
        let credential = try party([-7, -8, -35, -36, -257]).verify(
          try registrationOrFail(ceremony), challenge: challenge)
        let updated = try party().verify(
          try assertionOrFail(ceremony), challenge: try challengeOrFail(ceremony.authentication),
          credential: credential,
          owner: .checkedByCaller
        ).credential
        if updated.credentialID == credential.credentialID { verified.append(ceremony.name) }
      } catch {
        #expect(error.code == .unsupported, "\(ceremony.name): \(error)")
        unsupported.append(ceremony.name)
      }
    }
    #expect(verified == Self.verifiable)
    #expect(verified.count + unsupported.count == ceremonies.count)
  }

  static let expectedCount = 15
  static let verifiable = [
    "none-es256", "packed-self-es256", "none-es256-crossOrigin", "none-es256-topOrigin",
    "none-es256-long-credential-id",
  ]

  private func failure(_ error: any Error) -> AuthError { AuthError(.internalError, "\(error)") }
  private func registrationOrFail(_ ceremony: Ceremony) throws(AuthError) -> PasskeyRegistration {
    do { return try registration(ceremony) } catch { throw failure(error) }
  }
  private func assertionOrFail(_ ceremony: Ceremony) throws(AuthError) -> PasskeyAssertion {
    do { return try assertion(ceremony) } catch { throw failure(error) }
  }
  private func challengeOrFail(_ value: JSONValue) throws(AuthError) -> [UInt8] {
    do { return try Self.bytes(value, "challenge") } catch { throw failure(error) }
  }

  /// Verifies the assertion of every vector, whatever the format of the attestation statement.
  @Test func assertionsVerifyWithAnyStatement() throws {
    var count = 0
    for ceremony in try Self.load() {
      let object = try CBORValue(
        encoded: try Self.bytes(ceremony.registration, "attestationObject"), strictness: .wellFormed)
      let data = try AuthenticatorData(encoded: try #require(object["authData"]?.bytesValue))
      let credential = try #require(data.attestedCredential)
      let key = try CBORValue(encoded: credential.publicKey)
      guard [-7, -8, -35, -36, -257].contains(key[3]?.integerValue), key[-1] != 7 else { continue }
      let registered = RegisteredPasskey(
        credentialID: credential.credentialID, publicKey: credential.publicKey, signCount: data.signCount,
        isUserVerified: data.flags.contains(.userVerified), isBackupEligible: data.flags.contains(.backupEligible),
        isBackedUp: data.flags.contains(.backedUp))
      let challenge = try Self.bytes(ceremony.authentication, "challenge")
      let proof = try assertion(ceremony)
      _ = try party([-7, -8]).verify(proof, challenge: challenge, credential: registered, owner: .checkedByCaller)
      var forged = proof
      forged.signature[forged.signature.count - 1] ^= 1
      #expect(throws: AuthError(.signatureInvalid, "")) {
        try party([-7, -8]).verify(forged, challenge: challenge, credential: registered, owner: .checkedByCaller)
      }
      count += 1
    }
    #expect(count == 14)
  }

  @Test func readsAuthenticatorDataBack() throws {
    for ceremony in try Self.load() {
      let object = try CBORValue(
        encoded: try Self.bytes(ceremony.registration, "attestationObject"), strictness: .wellFormed)
      for bytes in [
        try #require(object["authData"]?.bytesValue), try Self.bytes(ceremony.authentication, "authenticatorData"),
      ] {
        #expect(try AuthenticatorData(encoded: bytes).encoded == bytes)
        for count in bytes.indices {
          if (try? AuthenticatorData(encoded: Array(bytes[..<count]))) != nil {
            Issue.record("\(ceremony.name): \(count)")
          }
        }
        #expect(throws: AuthError(.malformedResponse, "")) { try AuthenticatorData(encoded: bytes + [0]) }
        for reserved in [0x02, 0x20] as [UInt8] {
          var changed = bytes
          changed[32] |= reserved
          #expect(throws: AuthError(.malformedResponse, "")) { try AuthenticatorData(encoded: changed) }
        }
      }
    }
  }

  /// §5.8.1.1: if a vector's client data has only known members, ours is the same byte for byte.
  @Test func writesClientDataAsPrescribed() throws {
    var same = 0
    for ceremony in try Self.load() {
      for value in [ceremony.registration, ceremony.authentication] {
        let bytes = try Self.bytes(value, "clientDataJSON")
        let data = try ClientData(parsing: bytes)
        #expect(data.challenge == (try Self.bytes(value, "challenge")))
        let text = String(decoding: bytes, as: UTF8.self)
        if !text.contains("extraData") {
          #expect(data.serialized == bytes)
          same += 1
        }
      }
    }
    #expect(same > 12)
    let odd = ClientData(.get, challenge: [0xFF], origin: "https://a/\"\\\u{1}é")
    #expect(
      String(decoding: odd.serialized, as: UTF8.self)
        == "{\"type\":\"webauthn.get\",\"challenge\":\"_w\",\"origin\":\"https://a/\\\"\\\\\\u0001é\",\"crossOrigin\":false}"
    )
    #expect(try ClientData(parsing: odd.serialized) == odd)
  }

  @Test func readsNativeClientData() throws {
    let text = "{\"origin\":\"https:\\/\\/example.org\",\"challenge\":\"AQ\",\"type\":\"webauthn.create\",\"x\":{}}"
    #expect(
      try ClientData(parsing: Array(text.utf8)) == ClientData(.create, challenge: [1], origin: "https://example.org"))
    #expect(try ClientData(parsing: [0xEF, 0xBB, 0xBF] + Array(text.utf8)).challenge == [1])
    for bad in [
      "", "[]", "{}", "{\"type\":\"webauthn.create\"}", text.replacing("create", with: "make"),
      text.replacing("AQ", with: "AQ=="),
      text.replacing("\"x\":{}", with: "\"crossOrigin\":1"), text.replacing("\"x\":{}", with: "\"topOrigin\":1"),
      text.replacing("\"x\":{}", with: "\"type\":\"webauthn.get\""),
    ] {
      #expect(throws: AuthError(.malformedResponse, ""), "\(bad)") { try ClientData(parsing: Array(bad.utf8)) }
    }
  }
}
