import AuthCore
import AuthCrypto
import AuthPasskey
import Testing

/// WebAuthn Level 3 §7.1, step by step: a registration with one wrong field is refused for that field.
@Suite struct RegistrationCheckTests {
  let party = RelyingParty(id: "example.org", origins: ["https://example.org", "https://login.example.org"])
  let challenge = SystemRandomSource().bytes(32)

  func client(_ ceremony: ClientData.Ceremony = .create, origin: String = "https://example.org") -> ClientData {
    ClientData(ceremony, challenge: challenge, origin: origin)
  }

  func verify(
    _ party: RelyingParty? = nil, _ client: ClientData? = nil, _ change: (inout CeremonyForge) throws -> Void = { _ in }
  ) throws -> RegisteredPasskey {
    var forge = CeremonyForge()
    try change(&forge)
    return try (party ?? self.party).verify(try forge.registration(client ?? self.client()), challenge: challenge)
  }

  func refuses(
    _ refusal: PasskeyRefusal, _ party: RelyingParty? = nil, _ client: ClientData? = nil,
    at location: SourceLocation = #_sourceLocation, _ change: (inout CeremonyForge) throws -> Void = { _ in }
  ) {
    let error = #expect(throws: AuthError.self, sourceLocation: location) { try verify(party, client, change) }
    #expect(error?.code == .signatureInvalid, sourceLocation: location)
    #expect(error?.passkeyRefusal == refusal, sourceLocation: location)
  }

  @Test func acceptsAValidRegistration() throws {
    let forge = CeremonyForge()
    let registered = try party.verify(try forge.registration(client()), challenge: challenge)
    #expect(
      registered
        == RegisteredPasskey(
          credentialID: forge.credentialID, publicKey: forge.cosePublicKey, signCount: 0, isUserVerified: true,
          isBackupEligible: false, isBackedUp: false, transports: ["internal"]))
    #expect(try verify { $0.format = "packed" }.isUserVerified)
    #expect(try verify(nil, client(origin: "https://login.example.org")).signCount == 0)
    #expect(try verify { $0.signCount = 9 }.signCount == 9)
    let synced = try verify { $0.flags = [.userPresent, .backupEligible, .backedUp] }
    #expect(synced.isBackupEligible && synced.isBackedUp && !synced.isUserVerified)
    #expect(try verify { $0.credentialID = Array(repeating: 1, count: 1023) }.credentialID.count == 1023)
    // Extension outputs that were not requested are ignored (§7.1, step 28).
    #expect(try verify { $0.extensions = CBORValue.map(["credProtect": 2]).encoded }.signCount == 0)
  }

  @Test func clientDataIsChecked() {
    refuses(.ceremony, nil, client(.get))
    refuses(.challenge, nil, ClientData(.create, challenge: [1], origin: "https://example.org"))
    refuses(.challenge, nil, ClientData(.create, challenge: challenge + [0], origin: "https://example.org"))
    for origin in [
      "https://example.com", "http://example.org", "https://example.org:8443", "https://evil.example.org",
      "https://example.org/", "https://EXAMPLE.org", "",
    ] { refuses(.origin, nil, client(origin: origin)) }
  }

  @Test func refusesAnEmptyChallenge() throws {
    let registration = try CeremonyForge().registration(
      ClientData(.create, challenge: [], origin: "https://example.org"))
    let error = #expect(throws: AuthError.self) { try party.verify(registration, challenge: []) }
    #expect(error?.passkeyRefusal == .challenge)
  }

  @Test func refusesFramesUnlessAllowed() throws {
    var framed = client()
    framed.crossOrigin = true
    refuses(.crossOrigin, nil, framed)
    var around = client()
    around.topOrigin = "https://example.com"
    refuses(.crossOrigin, nil, around)
    var open = party
    open.allowsCrossOrigin = true
    #expect(try verify(open, framed).signCount == 0)
    framed.topOrigin = "https://example.com"
    #expect(try verify(open, framed).signCount == 0)
    open.topOrigins = ["https://example.net"]
    refuses(.crossOrigin, open, framed)
    open.topOrigins = ["https://example.net", "https://example.com"]
    #expect(try verify(open, framed).signCount == 0)
  }

  @Test func authenticatorDataIsChecked() throws {
    refuses(.relyingParty) { $0.relyingPartyID = "example.com" }
    refuses(.relyingParty) { $0.relyingPartyID = "Example.org" }
    var moved = party
    moved.otherIDs = ["example.com"]
    #expect(try verify(moved) { $0.relyingPartyID = "example.com" }.signCount == 0)
    refuses(.userPresence) { $0.flags = [.userVerified] }
    var strict = party
    strict.requiresUserVerification = true
    refuses(.userVerification, strict) { $0.flags = .userPresent }
    refuses(.backup) { $0.flags = [.userPresent, .backedUp] }
    refuses(.attestedCredential) { $0.attested = false }
    refuses(.credentialID) { $0.namedCredentialID = [8] }
    #expect(throws: AuthError(.malformedResponse, "")) {
      try verify { $0.credentialID = Array(repeating: 1, count: 1024) }
    }
  }

  @Test func conditionalCreationNeedsNoUserPresence() throws {
    var forge = CeremonyForge()
    forge.flags = []
    let registration = try forge.registration(client())
    #expect(try !party.verify(registration, challenge: challenge, isConditional: true).isUserVerified)
  }

  @Test func keysAreChecked() throws {
    var other = party
    other.algorithms = [-8]
    refuses(.algorithm, other)
    let point = Array(CeremonyForge().key.publicKey.rawRepresentation)
    let (x, y) = (Array(point[..<32]), Array(point[32...]))
    for bad in [
      CBORValue.map([1: 2, 3: -7, -1: 1, -2: .bytes(x), -3: .bytes(x)]),
      .map([1: 2, 3: -7, -1: 1, -2: .bytes(x), -3: .bool(true)]), .map([1: 2, 3: -7, -1: 1, -2: .bytes(x)]),
      .map([1: 2, 3: -7, -1: 2, -2: .bytes(x), -3: .bytes(y)]),
      .map([1: 3, 3: -7, -1: 1, -2: .bytes(x), -3: .bytes(y)]),
      .map([1: 2, -1: 1, -2: .bytes(x), -3: .bytes(y)]),
      .map([1: 2, 2: .bytes([1]), 3: -7, -1: 1, -2: .bytes(x), -3: .bytes(y)]),
    ] {
      #expect(throws: AuthError(.malformedResponse, ""), "\(bad)") { try verify { $0.publicKey = bad.encoded } }
    }
    // A weak RSA key, an RSA key without an exponent, and points on curves that do not fit the algorithm. The key after
    // the loop has an unknown algorithm.
    for bad in [
      CBORValue.map([1: 3, 3: -257, -1: .bytes(Array(repeating: 0xFF, count: 128)), -2: .bytes([1, 0, 1])]),
      .map([1: 3, 3: -257, -1: .bytes(Array(repeating: 0xFF, count: 256))]),
      .map([1: 2, 3: -35, -1: 2, -2: .bytes(x), -3: .bytes(y)]),
      .map([1: 2, 3: -36, -1: 1, -2: .bytes(x), -3: .bytes(y)]),
    ] {
      #expect(throws: AuthError(.malformedResponse, ""), "\(bad)") { try verify { $0.publicKey = bad.encoded } }
    }
    #expect(throws: AuthError(.unsupported, "")) {
      try verify { $0.publicKey = CBORValue.map([1: 1, 3: -53, -1: 7, -2: .bytes([1])]).encoded }
    }
  }

  @Test func statementsAreChecked() throws {
    refuses(.attestation) { $0.statement = [CBORValue.Pair("alg", -7)] }
    let good = CeremonyForge()
    for statement in [
      [], [CBORValue.Pair("alg", -7)], [CBORValue.Pair("alg", -7), CBORValue.Pair("sig", .bytes([]))],
      [CBORValue.Pair("alg", -8), CBORValue.Pair("sig", .bytes(try good.sign([1], [1])))],
      [CBORValue.Pair("alg", -7), CBORValue.Pair("sig", .bytes(try good.sign([1], [1])))],
    ] {
      refuses(.attestation) { forge in
        forge.format = "packed"
        forge.statement = statement
      }
    }
    // A self attestation does not verify for other client data.
    var packed = CeremonyForge()
    packed.format = "packed"
    let registration = try packed.registration(client())
    var other = registration
    other.clientDataJSON = client(origin: "https://login.example.org").serialized
    let error = #expect(throws: AuthError.self) { try party.verify(other, challenge: challenge) }
    #expect(error?.passkeyRefusal == .attestation)
    for format in ["tpm", "android-key", "apple", "fido-u2f", "android-safetynet", "compound", ""] {
      let error = #expect(throws: AuthError.self) { try verify { $0.format = format } }
      #expect(error?.code == .unsupported && error?.message.contains("'\(format)'") == true)
    }
    let certified = #expect(throws: AuthError.self) {
      try verify { forge in
        forge.format = "packed"
        forge.statement = [CBORValue.Pair("alg", -7), CBORValue.Pair("x5c", .array([]))]
      }
    }
    #expect(certified?.code == .unsupported)
  }

  @Test func registersACredentialOnce() throws {
    let forge = CeremonyForge()
    let registration = try forge.registration(client())
    let error = #expect(throws: AuthError.self) {
      try party.verify(registration, challenge: challenge) { $0 == forge.credentialID }
    }
    #expect(error?.passkeyRefusal == .alreadyRegistered)
    #expect(try party.verify(registration, challenge: challenge) { $0 == [1] }.signCount == 0)
  }

  @Test func namesRefusals() {
    #expect(Set(PasskeyRefusal.allCases.map(\.rawValue)).count == PasskeyRefusal.allCases.count)
    #expect(AuthError(.noCredential, "", vendorCode: PasskeyRefusal.signature.rawValue).passkeyRefusal == nil)
    #expect(AuthError(.signatureInvalid, "").passkeyRefusal == nil)
  }
}
