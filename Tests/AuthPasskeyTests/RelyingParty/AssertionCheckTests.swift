import AuthCore
import AuthCrypto
import AuthPasskey
import Testing

/// WebAuthn Level 3 §7.2, step by step: an assertion with one wrong field is refused for that field.
@Suite struct AssertionCheckTests {
  let party = RelyingParty(id: "example.org", origins: ["https://example.org"])
  let challenge = SystemRandomSource().bytes(32)
  let forge = CeremonyForge()

  func client(_ ceremony: ClientData.Ceremony = .get, origin: String = "https://example.org") -> ClientData {
    ClientData(ceremony, challenge: challenge, origin: origin)
  }

  var credential: RegisteredPasskey {
    RegisteredPasskey(
      credentialID: forge.credentialID, publicKey: forge.cosePublicKey, signCount: 0, isUserVerified: false,
      isBackupEligible: false, isBackedUp: false)
  }

  func verify(
    _ party: RelyingParty? = nil, _ client: ClientData? = nil, credential: RegisteredPasskey? = nil,
    allowed: [[UInt8]] = [], owner: PasskeyOwner = .checkedByCaller, _ change: (inout CeremonyForge) -> Void = { _ in }
  ) throws -> RegisteredPasskey {
    try assertion(party, client, credential: credential, allowed: allowed, owner: owner, change).credential
  }

  func assertion(
    _ party: RelyingParty? = nil, _ client: ClientData? = nil, credential: RegisteredPasskey? = nil,
    allowed: [[UInt8]] = [], owner: PasskeyOwner = .checkedByCaller, _ change: (inout CeremonyForge) -> Void = { _ in }
  ) throws -> VerifiedAssertion {
    var forge = forge
    change(&forge)
    return try (party ?? self.party).verify(
      try forge.assertion(client ?? self.client()), challenge: challenge, credential: credential ?? self.credential,
      allowedCredentials: allowed, owner: owner)
  }

  func refuses(
    _ refusal: PasskeyRefusal, _ party: RelyingParty? = nil, _ client: ClientData? = nil,
    credential: RegisteredPasskey? = nil, allowed: [[UInt8]] = [], owner: PasskeyOwner = .checkedByCaller,
    at location: SourceLocation = #_sourceLocation, _ change: (inout CeremonyForge) -> Void = { _ in }
  ) {
    let error = #expect(throws: AuthError.self, sourceLocation: location) {
      try verify(party, client, credential: credential, allowed: allowed, owner: owner, change)
    }
    #expect(error?.code == .signatureInvalid, sourceLocation: location)
    #expect(error?.passkeyRefusal == refusal, sourceLocation: location)
  }

  @Test func acceptsAValidAssertion() throws {
    #expect(try verify() == credential)
    #expect(try verify(allowed: [[1], forge.credentialID]) == credential)
    #expect(try verify { $0.signCount = 5 }.signCount == 5)
    // The assertion verifies the user, but the credential was registered without user verification and stays so
    // (§7.2, step 24).
    #expect(try !verify().isUserVerified)
    #expect(try assertion().isUserVerified)
    #expect(try !assertion { $0.flags = .userPresent }.isUserVerified)
    #expect(try verify { $0.extensions = CBORValue.map(["x": 1]).encoded } == credential)
  }

  @Test func clientDataIsChecked() {
    refuses(.ceremony, nil, client(.create))
    refuses(.challenge, nil, ClientData(.get, challenge: [1], origin: "https://example.org"))
    refuses(.origin, nil, client(origin: "https://example.com"))
    var framed = client()
    framed.crossOrigin = true
    refuses(.crossOrigin, nil, framed)
  }

  @Test func refusesFramesUnlessAllowed() throws {
    var framed = client()
    framed.topOrigin = "https://example.com"
    refuses(.crossOrigin, nil, framed)
    framed.crossOrigin = true
    var open = party
    open.allowsCrossOrigin = true
    #expect(try verify(open, framed) == credential)
    open.topOrigins = ["https://example.net"]
    refuses(.crossOrigin, open, framed)
    open.topOrigins = ["https://example.net", "https://example.com"]
    #expect(try verify(open, framed) == credential)
  }

  @Test func authenticatorDataIsChecked() throws {
    refuses(.relyingParty) { $0.relyingPartyID = "example.com" }
    var moved = party
    moved.otherIDs = ["example.com"]
    #expect(try verify(moved) { $0.relyingPartyID = "example.com" } == credential)
    refuses(.userPresence) { $0.flags = [.userVerified] }
    var strict = party
    strict.requiresUserVerification = true
    refuses(.userVerification, strict) { $0.flags = .userPresent }
    refuses(.attestedCredential) { $0.attested = true }
  }

  @Test func backupEligibilityCannotChange() throws {
    refuses(.backup) { $0.flags = [.userPresent, .backedUp] }
    refuses(.backup) { $0.flags = [.userPresent, .backupEligible] }
    var eligible = credential
    eligible.isBackupEligible = true
    refuses(.backup, credential: eligible)
    #expect(try verify(credential: eligible) { $0.flags = [.userPresent, .backupEligible, .backedUp] }.isBackedUp)
    eligible.isBackedUp = true
    #expect(try !verify(credential: eligible) { $0.flags = [.userPresent, .backupEligible] }.isBackedUp)
  }

  @Test func identitiesAndOwnersAreChecked() throws {
    refuses(.credentialID) { $0.namedCredentialID = [8] }
    refuses(.notAllowed, allowed: [[8]])
    #expect(try verify(owner: .identified(userHandle: [1])) == credential)
    #expect(try verify(owner: .identified(userHandle: [1])) { $0.userHandle = nil } == credential)
    refuses(.userHandle, owner: .identified(userHandle: [2]))
    #expect(try verify(owner: .discovered(userHandle: [1])) == credential)
    refuses(.userHandle, owner: .discovered(userHandle: [2]))
    refuses(.userHandle, owner: .discovered(userHandle: [1])) { $0.userHandle = nil }
    refuses(.userHandle, owner: .discovered(userHandle: [1])) { $0.userHandle = [] }
  }

  @Test func countsGrowOrStayZero() throws {
    var counted = credential
    counted.signCount = 5
    for count in [0, 1, 4, 5] as [UInt32] { refuses(.signCount, credential: counted) { $0.signCount = count } }
    #expect(try verify(credential: counted) { $0.signCount = 6 }.signCount == 6)
    #expect(try verify(credential: counted) { $0.signCount = .max }.signCount == .max)
    var lenient = party
    lenient.refusesStaleCounts = false
    #expect(try verify(lenient, credential: counted) { $0.signCount = 5 }.signCount == 5)
  }

  @Test func refusesAnotherCredentialsSignature() throws {
    let assertion = try forge.assertion(client())
    var unrelated = credential
    unrelated.publicKey = CeremonyForge().cosePublicKey
    refuses(.signature, credential: unrelated)
    for index in assertion.signature.indices {
      var forged = assertion
      forged.signature[index] ^= 1
      let error = #expect(throws: AuthError.self) {
        try party.verify(forged, challenge: challenge, credential: credential, owner: .checkedByCaller)
      }
      #expect(error?.passkeyRefusal == .signature)
    }
    var swapped = assertion
    swapped.clientDataJSON.append(0x20)
    let error = #expect(throws: AuthError.self) {
      try party.verify(swapped, challenge: challenge, credential: credential, owner: .checkedByCaller)
    }
    #expect(error?.passkeyRefusal == .signature)
  }
}
