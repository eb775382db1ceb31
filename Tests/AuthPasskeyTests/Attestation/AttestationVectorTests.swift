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

/// Attestation statements with certificates: W3C's vectors under their root, and the same statements with one error.
@Suite struct AttestationVectorTests {
  private let vectors: [WebAuthnVectorTests.Ceremony]
  private let root: [UInt8]

  init() throws {
    vectors = try WebAuthnVectorTests.load()
    root = try WebAuthnVectorTests.root()
  }

  private func party(_ roots: [[UInt8]]? = nil, at seconds: Double = 1_767_323_045) throws -> RelyingParty {
    RelyingParty(
      id: "example.org", origins: ["https://example.org"], algorithms: [-7, -8, -35, -36, -257],
      allowsCrossOrigin: true,
      attestationTrust: try PasskeyAttestationTrust(
        roots: roots ?? [root], clock: ManualClock(Date(timeIntervalSince1970: seconds))))
  }

  private func vector(_ name: String) throws -> WebAuthnVectorTests.Ceremony {
    try #require(vectors.first { $0.name == name })
  }

  private func verify(
    _ name: String, _ party: RelyingParty? = nil, clientData: [UInt8]? = nil,
    _ change: (inout [CBORValue: CBORValue], inout [UInt8]) throws -> Void = { _, _ in }
  ) throws -> RegisteredPasskey {
    let value = try vector(name).registration
    let object = try CBORValue(
      encoded: try WebAuthnVectorTests.bytes(value, "attestationObject"), strictness: .wellFormed)
    var statement = Dictionary(
      uniqueKeysWithValues: try #require(object["attStmt"]?.mapValue).map { ($0.key, $0.value) })
    var data = try #require(object["authData"]?.bytesValue)
    try change(&statement, &data)
    let encoded = CBORValue.map([
      CBORValue.Pair("fmt", try #require(object["fmt"])),
      CBORValue.Pair("attStmt", .map(statement.map { CBORValue.Pair($0.key, $0.value) })),
      CBORValue.Pair("authData", .bytes(data)),
    ]).encoded
    let credential = try #require(try AuthenticatorData(encoded: data).attestedCredential)
    return try (party ?? self.party()).verify(
      PasskeyRegistration(
        credentialID: credential.credentialID,
        clientDataJSON: try clientData ?? WebAuthnVectorTests.bytes(value, "clientDataJSON"),
        attestationObject: encoded, transports: []),
      challenge: try WebAuthnVectorTests.bytes(value, "challenge"))
  }

  private func refuses(
    _ name: String, _ party: RelyingParty? = nil, clientData: [UInt8]? = nil,
    at location: SourceLocation = #_sourceLocation,
    _ change: (inout [CBORValue: CBORValue], inout [UInt8]) throws -> Void = { _, _ in }
  ) {
    let error = #expect(throws: AuthError.self, "\(name)", sourceLocation: location) {
      try verify(name, party, clientData: clientData, change)
    }
    #expect(error?.passkeyRefusal == .attestation, "\(name): \(error?.message ?? "")", sourceLocation: location)
  }

  private static let certified = [
    "packed-es256": "packed", "packed-es384": "packed", "packed-es512": "packed", "packed-rs256": "packed",
    "packed-eddsa": "packed", "tpm-es256": "tpm", "android-key-es256": "android-key", "apple-es256": "apple",
    "fido-u2f-es256": "fido-u2f",
  ]

  @Test func verifiesEveryStatementExceptEd448() throws {
    var outcomes: [String: PasskeyAttestation] = [:]
    for vector in vectors {
      do {
        let passkey = try verify(vector.name)
        #expect(passkey.aaguid == (try WebAuthnVectorTests.bytes(vector.registration, "aaguid")))
        outcomes[vector.name] = passkey.attestation
      } catch let error as AuthError {
        #expect(vector.name == "packed-ed448" && error.code == .unsupported && error.message.contains("-53"))
      }
    }
    var expected = Self.certified.mapValues { PasskeyAttestation.certified(format: $0) }
    expected["packed-self-es256"] = .credential
    expected["none-es256"] = PasskeyAttestation.none
    for name in ["crossOrigin", "topOrigin", "long-credential-id"] {
      expected["none-es256-" + name] = PasskeyAttestation.none
    }
    #expect(outcomes == expected)
  }

  @Test func refusesFormatsByNameWithoutRoots() throws {
    var open = try party()
    open.attestationTrust = nil
    for (name, format) in Self.certified {
      let error = #expect(throws: AuthError.self) { try verify(name, open) }
      #expect(error?.code == .unsupported && error?.message.contains("'\(format)'") == true)
    }
  }

  /// With `requiresAttestation`, a registration must prove the authenticator's model: a self attestation and a
  /// registration without any attestation are refused, and with them each vector that proves nothing.
  @Test func attestationCanBeRequired() throws {
    var strict = try party()
    strict.requiresAttestation = true
    for (name, format) in Self.certified {
      #expect(try verify(name, strict).attestation == .certified(format: format), "\(name)")
    }
    for name in ["none-es256", "packed-self-es256"] { refuses(name, strict) }
    strict.attestationTrust = nil
    strict.takesAnyCertificate = true
    for name in Self.certified.keys { refuses(name, strict) }
  }

  @Test func partyWithoutRootsCanAcceptAnyCertificate() throws {
    var lenient = try party()
    lenient.attestationTrust = nil
    lenient.takesAnyCertificate = true
    for name in Self.certified.keys {
      let passkey = try verify(name, lenient)
      #expect(passkey.attestation == PasskeyAttestation.none, "\(name)")
    }
  }

  /// Refuses the vectors without a root, with another authority's root, and outside the certificates' validity.
  @Test func requiresATrustedRoot() throws {
    let unrelated = try TestCertificate.root()
    for name in Self.certified.keys {
      refuses(name, try party([]))
      refuses(name, try party([unrelated.der]))
      #expect(try verify(name, party([unrelated.der, root])).attestation != .none)
      // The certificates are valid from 2024-01-01T00:00:00Z.
      refuses(name, try party(at: 1_704_067_199))
      #expect(try verify(name, party(at: 1_704_067_200)).attestation != .none)
      refuses(name, try party(at: 33_261_580_000))
    }
    for bad in [[], [0x30, 0x00], Array(root.dropLast()), root + [0]] as [[UInt8]] {
      #expect(throws: AuthError(.invalidConfiguration, "")) { try PasskeyAttestationTrust(roots: [bad]) }
    }
    let leaf = try #require(try certificate("packed-es256"))
    #expect(throws: AuthError(.invalidConfiguration, "")) { try PasskeyAttestationTrust(roots: [leaf]) }
  }

  private func certificate(_ name: String) throws -> [UInt8]? {
    let object = try CBORValue(
      encoded: try WebAuthnVectorTests.bytes(try vector(name).registration, "attestationObject"),
      strictness: .wellFormed)
    return object["attStmt"]?["x5c"]?.arrayValue?.first?.bytesValue
  }

  @Test func refusesChangesToSignedData() throws {
    for name in Self.certified.keys {
      // The statement also signs the client data: here the same JSON with a blank at the end.
      let client = try WebAuthnVectorTests.bytes(try vector(name).registration, "clientDataJSON")
      refuses(name, clientData: client + [0x20])
      // The signature counter, which the statement of U2F does not cover (§8.6).
      if name != "fido-u2f-es256" { refuses(name) { _, data in data[36] ^= 1 } }
      // The credential id.
      refuses(name) { _, data in data[60] ^= 1 }
      refuses(name) { statement, _ in statement["x5c"] = .array([]) }
      refuses(name) { statement, _ in statement["x5c"] = .bytes([]) }
      refuses(name) { statement, _ in statement["x5c"] = .array([.bytes([0x30, 0])]) }
      if name != "apple-es256" {
        refuses(name) { statement, _ in
          var signature = try #require(statement["sig"]?.bytesValue)
          signature[signature.count - 1] ^= 1
          statement["sig"] = .bytes(signature)
        }
        refuses(name) { statement, _ in statement["sig"] = nil }
      }
      if name != "apple-es256", name != "fido-u2f-es256" {
        for algorithm in [-8, -35, -65535, 0] as [CBORValue] {
          refuses(name) { statement, _ in statement["alg"] = algorithm }
        }
      }
      // A change of a byte of the certificate is detected. Every seventh byte is tested.
      let leaf = try #require(try certificate(name))
      for index in stride(from: 4, to: leaf.count, by: 7) {
        refuses(name) { statement, _ in
          var changed = leaf
          changed[index] ^= 1
          statement["x5c"] = .array([.bytes(changed)])
        }
      }
      // The certificate of another vector.
      let other = try #require(try certificate(name == "packed-es256" ? "packed-es384" : "packed-es256"))
      refuses(name) { statement, _ in statement["x5c"] = .array([.bytes(other)]) }
    }
  }

  @Test func checksAllPartsOfATPMStatement() throws {
    refuses("tpm-es256") { statement, _ in statement["ver"] = "1.2" }
    refuses("tpm-es256") { statement, _ in statement["pubArea"] = nil }
    refuses("tpm-es256") { statement, _ in statement["certInfo"] = nil }
    for member in ["pubArea", "certInfo"] as [CBORValue] {
      let count = try #require(try statementCount(member))
      for index in 0..<count {
        refuses("tpm-es256") { statement, _ in
          var bytes = try #require(statement[member]?.bytesValue)
          bytes[index] ^= 1
          statement[member] = .bytes(bytes)
        }
        refuses("tpm-es256") { statement, _ in
          statement[member] = .bytes(Array(try #require(statement[member]?.bytesValue).prefix(index)))
        }
      }
      refuses("tpm-es256") { statement, _ in
        statement[member] = .bytes(try #require(statement[member]?.bytesValue) + [0])
      }
    }
  }

  private func statementCount(_ member: CBORValue) throws -> Int? {
    let object = try CBORValue(
      encoded: try WebAuthnVectorTests.bytes(try vector("tpm-es256").registration, "attestationObject"),
      strictness: .wellFormed)
    return object["attStmt"]?[member]?.bytesValue?.count
  }
}
