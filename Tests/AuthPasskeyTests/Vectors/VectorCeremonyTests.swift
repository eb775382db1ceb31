import AuthCore
import AuthCrypto
import AuthPasskey
import AuthStorage
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// W3C's ceremonies, repeated by our authenticator with the vectors' keys, credential ids and flags. The results are
/// equal byte for byte, except for ECDSA signatures, which are random and have to verify. Our relying party then checks
/// each vector.
@Suite struct VectorCeremonyTests {
  /// A ceremony of our authenticator with the challenge, key, credential id, AAGUID and flags of a P-256 vector.
  private struct Held {
    let registration: PasskeyRegistration
    let assertion: PasskeyAssertion
  }

  private static let selfAttested = [
    "none-es256", "packed-self-es256", "none-es256-crossOrigin", "none-es256-topOrigin",
  ]
  private static let p256 =
    selfAttested + ["packed-es256", "tpm-es256", "android-key-es256", "apple-es256", "fido-u2f-es256"]

  private static func flags(of data: [UInt8]) throws -> AuthenticatorData.Flags {
    try AuthenticatorData(encoded: data).flags
  }

  private func hold(_ vector: WebAuthnVectorTests.Ceremony) async throws -> Held {
    func bytes(_ value: JSONValue, _ name: String) throws -> [UInt8] { try WebAuthnVectorTests.bytes(value, name) }
    let (first, second) = (vector.registration, vector.authentication)
    let object = try CBORValue(encoded: try bytes(first, "attestationObject"), strictness: .wellFormed)
    let made = try Self.flags(of: try #require(object["authData"]?.bytesValue))
    let used = try Self.flags(of: try bytes(second, "authenticatorData"))
    let keys = VectorKeyStore(
      key: try P256.Signing.PrivateKey(rawRepresentation: try bytes(first, "credential_private_key")))
    let records = MemoryRecordStore()
    func authenticator(_ flags: AuthenticatorData.Flags) throws -> SoftwarePasskeyAuthenticator {
      SoftwarePasskeyAuthenticator(
        keys: keys, records: records, random: ScriptedRandomSource([try bytes(first, "credential_id")]),
        profile: SoftwarePasskeyProfile(
          aaguid: try bytes(first, "aaguid"), isBackupEligible: flags.contains(.backupEligible),
          isBackedUp: flags.contains(.backedUp), countsUses: false)
      ) { _ in .approve(isVerified: flags.contains(.userVerified)) }
    }
    let registration = try await authenticator(made).create(
      PasskeyCreationRequest(
        relyingPartyID: "example.org", relyingPartyName: "Example", userHandle: [1], userName: "user",
        displayName: "User", challenge: try bytes(first, "challenge"),
        attestation: object["fmt"]?.textValue == "packed" ? "direct" : "none"))
    let assertion = try await authenticator(used).get(
      PasskeyAssertionRequest(relyingPartyID: "example.org", challenge: try bytes(second, "challenge")))
    return Held(registration: registration, assertion: assertion)
  }

  /// A vector's client data without the members and values that the vectors' generator adds on purpose.
  private func plain(_ value: JSONValue) throws -> [UInt8] {
    let text = String(decoding: try WebAuthnVectorTests.bytes(value, "clientDataJSON"), as: UTF8.self)
    let own = text.firstRange(of: ",\"extraData\"").map { String(text[..<$0.lowerBound]) + "}" } ?? text
    let alone = own.replacing(",\"topOrigin\":\"https://example.com\"", with: "")
    return Array(alone.replacing("\"crossOrigin\":true", with: "\"crossOrigin\":false").utf8)
  }

  @Test func ceremoniesWithP256KeysMatchTheVectors() async throws {
    let party = RelyingParty(id: "example.org", origins: ["https://example.org"])
    var held: [String] = []
    for vector in try WebAuthnVectorTests.load() where Self.p256.contains(vector.name) {
      let ours = try await hold(vector)
      let expected = try WebAuthnVectorTests.bytes(vector.registration, "attestationObject")
      let theirs = try CBORValue(encoded: expected, strictness: .wellFormed)
      let made = try CBORValue(encoded: ours.registration.attestationObject)
      #expect(made["authData"] == theirs["authData"], "\(vector.name)")
      if vector.name.hasPrefix("none") {
        #expect(ours.registration.attestationObject == expected, "\(vector.name)")
      }
      if vector.name.hasPrefix("packed") {
        #expect(made["fmt"] == theirs["fmt"] && made["attStmt"]?["alg"] == theirs["attStmt"]?["alg"])
      }
      if vector.name == "packed-self-es256" {
        // The attestation objects are equal up to the signature: the members have the same form, order and prefixes.
        let signature = Array("csig".utf8)
        let common = expected.prefix(expected.firstRange(of: signature)?.upperBound ?? 0)
        #expect(!common.isEmpty && ours.registration.attestationObject.starts(with: common))
      }
      #expect(ours.registration.clientDataJSON == (try plain(vector.registration)), "\(vector.name)")
      #expect(ours.assertion.clientDataJSON == (try plain(vector.authentication)), "\(vector.name)")
      #expect(
        ours.assertion.authenticatorData
          == (try WebAuthnVectorTests.bytes(vector.authentication, "authenticatorData")), "\(vector.name)")
      let credential = try party.verify(
        ours.registration, challenge: try WebAuthnVectorTests.bytes(vector.registration, "challenge"))
      _ = try party.verify(
        ours.assertion, challenge: try WebAuthnVectorTests.bytes(vector.authentication, "challenge"),
        credential: credential, owner: .checkedByCaller)
      held.append(vector.name)
    }
    #expect(held.sorted() == Self.p256.sorted())
  }

  /// Our authenticator's credential ids have 32 bytes. The longest credential id is encoded as in the vector, too.
  @Test func longestIdentityMatchesTheVector() throws {
    let vector = try #require(
      try WebAuthnVectorTests.load().first { $0.name == "none-es256-long-credential-id" })
    let id = try WebAuthnVectorTests.bytes(vector.registration, "credential_id")
    let expected = try WebAuthnVectorTests.bytes(vector.registration, "attestationObject")
    let object = try CBORValue(encoded: expected, strictness: .wellFormed)
    let data = try #require(object["authData"]?.bytesValue)
    let read = try AuthenticatorData(encoded: data)
    let key = try P256.Signing.PrivateKey(
      rawRepresentation: try WebAuthnVectorTests.bytes(vector.registration, "credential_private_key"))
    var forge = CeremonyForge(key: key)
    (forge.credentialID, forge.flags, forge.aaguid) = (id, read.flags, try #require(read.attestedCredential).aaguid)
    let client = try ClientData(parsing: try WebAuthnVectorTests.bytes(vector.registration, "clientDataJSON"))
    #expect(id.count == 1023)
    #expect(try forge.registration(client).attestationObject == expected)
    #expect(try forge.registration(client).clientDataJSON == plain(vector.registration))
  }

  /// Verifies every vector's registration without trusted certificates. It is accepted, or refused as unsupported with
  /// the name of its statement's format or of its algorithm.
  @Test func acceptsRegistrationsOrRefusesThemByName() throws {
    let party = RelyingParty(
      id: "example.org", origins: ["https://example.org"], algorithms: [-7, -8, -35, -36, -257], allowsCrossOrigin: true
    )
    var outcomes: [String: String] = [:]
    for vector in try WebAuthnVectorTests.load() {
      let registration = PasskeyRegistration(
        credentialID: try WebAuthnVectorTests.bytes(vector.registration, "credential_id"),
        clientDataJSON: try WebAuthnVectorTests.bytes(vector.registration, "clientDataJSON"),
        attestationObject: try WebAuthnVectorTests.bytes(vector.registration, "attestationObject"), transports: [])
      do {
        let challenge = try WebAuthnVectorTests.bytes(vector.registration, "challenge")
        _ = try party.verify(registration, challenge: challenge)
        outcomes[vector.name] = "taken"
      } catch let error as AuthError where error.code == .unsupported {
        outcomes[vector.name] = Self.names.first { error.message.contains($0) } ?? error.message
      }
    }
    #expect(
      outcomes == [
        "none-es256": "taken", "packed-self-es256": "taken", "none-es256-crossOrigin": "taken",
        "none-es256-topOrigin": "taken", "none-es256-long-credential-id": "taken",
        "packed-es256": "'packed' with certificates", "packed-eddsa": "'packed' with certificates",
        "packed-es384": "'packed' with certificates", "packed-es512": "'packed' with certificates",
        "packed-rs256": "'packed' with certificates",
        "packed-ed448": "algorithm -53 ", "tpm-es256": "'tpm'", "android-key-es256": "'android-key'",
        "apple-es256": "'apple'", "fido-u2f-es256": "'fido-u2f'",
      ])
  }

  private static let names = [
    "'packed' with certificates", "algorithm -53 ", "'tpm'", "'android-key'", "'apple'", "'fido-u2f'",
  ]
}
