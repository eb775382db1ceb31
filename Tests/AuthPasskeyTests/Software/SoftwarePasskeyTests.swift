import AuthCore
import AuthCrypto
import AuthPasskey
import AuthStorage
import AuthTesting
import Testing

/// The software authenticator, checked by our relying party and against the rules that both follow.
@Suite struct SoftwarePasskeyTests {
  let keys = MemoryKeyStore()
  let records = MemoryRecordStore()
  let party = RelyingParty(id: "example.org", origins: ["https://example.org"], requiresUserVerification: true)
  let challenge = SystemRandomSource().bytes(32)

  func authenticator(_ consent: @escaping PasskeyConsent = UnattendedConsent.verified) -> SoftwarePasskeyAuthenticator {
    SoftwarePasskeyAuthenticator(keys: keys, records: records, consent: consent)
  }

  func creation(_ user: UInt8 = 1, excluded: [[UInt8]] = []) -> PasskeyCreationRequest {
    PasskeyCreationRequest(
      relyingPartyID: "example.org", relyingPartyName: "Example", userHandle: [user],
      userName: "user\(user)@example.org",
      displayName: "User \(user)", challenge: challenge, excludedCredentials: excluded)
  }

  func assertion(_ allowed: [[UInt8]] = [], verification: String = "preferred") -> PasskeyAssertionRequest {
    PasskeyAssertionRequest(
      relyingPartyID: "example.org", challenge: challenge, allowedCredentials: allowed, userVerification: verification)
  }

  @Test func createsAndUsesAPasskey() async throws {
    let authenticator = authenticator()
    let registration = try await authenticator.create(creation())
    var credential = try party.verify(registration, challenge: challenge)
    #expect(credential.credentialID == registration.credentialID && credential.credentialID.count == 32)
    #expect(credential.isUserVerified && !credential.isBackupEligible && !credential.isBackedUp)
    #expect(credential.publicKey.count == 77)
    for use in UInt32(1)...3 {
      let proof = try await authenticator.get(assertion())
      #expect(proof.userHandle == [1])
      credential = try party.verify(proof, challenge: challenge, credential: credential, owner: .checkedByCaller)
        .credential
      #expect(credential.signCount == use)
      #expect(throws: AuthError(.signatureInvalid, "")) {
        try party.verify(proof, challenge: challenge, credential: credential, owner: .checkedByCaller)
      }
    }
  }

  @Test func errorsQuoteOnlyABoundedPartOfTheRelyingParty() async throws {
    for name in [String(repeating: "x", count: 20_000), "\u{1B}[31mexample.org\u{202E}"] {
      let error = await #expect(throws: AuthError.self) {
        try await authenticator().get(PasskeyAssertionRequest(relyingPartyID: name, challenge: challenge))
      }
      let text = try #require(error).message
      #expect(text.count < 400)
      #expect(!text.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{202E}" })
    }
    let absent = PasskeyAssertionRequest(
      relyingPartyID: String(repeating: "x", count: 20_000) + ".example", challenge: challenge)
    let error = await #expect(throws: AuthError.self) { try await authenticator().get(absent) }
    #expect(try #require(error).message.count < 400)
  }

  /// Compares the encodings with WebAuthn Level 3 §6.1, §5.8.1.1 and §6.5 byte for byte.
  @Test func bytesMatchTheStandard() async throws {
    let authenticator = authenticator()
    let registration = try await authenticator.create(creation())
    let text =
      "{\"type\":\"webauthn.create\",\"challenge\":\"\(Base64URL.encode(challenge))\",\"origin\":\"https://example.org\",\"crossOrigin\":false}"
    #expect(String(decoding: registration.clientDataJSON, as: UTF8.self) == text)
    let object = Hex.encode(registration.attestationObject)
    let hash = "bfabc37432958b063360d3ad6461c9c4735ae7f8edd46592a5e0f01452b2e4b5"
    #expect(object.hasPrefix("a363666d74646e6f6e656761747453746d74a068617574684461746158a4" + hash + "4500000000"))
    #expect(
      object.contains(
        String(repeating: "00", count: 16) + "0020" + Hex.encode(registration.credentialID) + "a5010203262001215820"))
    let proof = try await authenticator.get(assertion())
    #expect(Hex.encode(proof.authenticatorData) == hash + "0500000001")
    #expect(proof.signature.first == 0x30)
  }

  @Test func refusesTamperedProofs() async throws {
    let authenticator = authenticator()
    let registration = try await authenticator.create(creation())
    let credential = try party.verify(registration, challenge: challenge)
    let good = try await authenticator.get(assertion())
    _ = try party.verify(good, challenge: challenge, credential: credential, owner: .checkedByCaller)
    func refuses(_ what: String, _ change: (inout PasskeyAssertion) -> Void) {
      var proof = good
      change(&proof)
      #expect(throws: AuthError.self, "\(what)") {
        try party.verify(proof, challenge: challenge, credential: credential, owner: .checkedByCaller)
      }
    }
    refuses("signature") { $0.signature[$0.signature.count - 1] ^= 1 }
    refuses("raw signature") { $0.signature = Array(repeating: 1, count: 64) }
    refuses("no signature") { $0.signature = [] }
    refuses("identity") { $0.credentialID[0] ^= 1 }
    for index in good.authenticatorData.indices { refuses("data \(index)") { $0.authenticatorData[index] ^= 1 } }
    refuses("longer data") { $0.authenticatorData.append(0) }
    refuses("shorter data") { $0.authenticatorData.removeLast() }
    for index in good.clientDataJSON.indices { refuses("client \(index)") { $0.clientDataJSON[index] ^= 1 } }
    #expect(throws: AuthError(.signatureInvalid, "")) {
      try party.verify(good, challenge: [1], credential: credential, owner: .checkedByCaller)
    }
    var other = party
    other.id = "example.com"
    #expect(throws: AuthError(.signatureInvalid, "")) {
      try other.verify(good, challenge: challenge, credential: credential, owner: .checkedByCaller)
    }
    other = party
    other.origins = ["https://example.com"]
    #expect(throws: AuthError(.signatureInvalid, "")) { try other.verify(registration, challenge: challenge) }
    #expect(throws: AuthError(.signatureInvalid, "")) { try party.verify(registration, challenge: [1]) }
    other = party
    other.algorithms = [-8]
    #expect(throws: AuthError(.signatureInvalid, "")) { try other.verify(registration, challenge: challenge) }
  }

  @Test func accountHasOnePasskeyPerParty() async throws {
    let authenticator = authenticator()
    let first = try await authenticator.create(creation(1))
    let second = try await authenticator.create(creation(1))
    let other = try await authenticator.create(creation(2))
    #expect(try await records.keys().count == 2)
    #expect(try await keys.keys(in: "passkeys").count == 2)
    await #expect(throws: AuthError(.noCredential, "")) { try await authenticator.get(assertion([first.credentialID])) }
    #expect(try await authenticator.get(assertion([second.credentialID])).userHandle == [1])
    #expect(try await authenticator.get(assertion([first.credentialID, other.credentialID])).userHandle == [2])
    #expect(try await authenticator.get(assertion()).userHandle == [2])
  }

  @Test func separatesRelyingParties() async throws {
    let authenticator = authenticator()
    let made = try await authenticator.create(creation())
    var request = assertion([made.credentialID])
    request.relyingPartyID = "example.com"
    await #expect(throws: AuthError(.noCredential, "")) { try await authenticator.get(request) }
    var creation = creation(excluded: [made.credentialID])
    creation.relyingPartyID = "example.com"
    _ = try await authenticator.create(creation)
    #expect(try await records.keys().count == 2)
  }

  @Test func mapsRefusalsToCodes() async throws {
    let authenticator = authenticator()
    await #expect(throws: AuthError(.noCredential, "")) { try await authenticator.get(assertion()) }
    let made = try await authenticator.create(creation())
    await #expect(throws: AuthError(.credentialExcluded, "")) {
      try await authenticator.create(creation(2, excluded: [[9], made.credentialID]))
    }
    for (code, change) in [
      (.unsupported, { $0.algorithms = [-257] }), (.unsupported, { $0.algorithms = [] }),
      (.invalidRequest, { $0.userHandle = [] }), (.invalidRequest, { $0.userHandle = Array(repeating: 1, count: 65) }),
      (.invalidRequest, { $0.challenge = [] }), (.invalidRequest, { $0.relyingPartyID = "" }),
      (.invalidRequest, { $0.relyingPartyID = "https://example.org" }),
      (.invalidRequest, { $0.relyingPartyID = "Example.org" }),
      (.invalidRequest, { $0.relyingPartyID = "example.org:8443" }),
      (.invalidRequest, { $0.relyingPartyID = "a@example.org" }),
      (.unsupported, { $0.options.mediation = .conditional }),
    ] as [(AuthError.Code, (inout PasskeyCreationRequest) -> Void)] {
      var request = creation()
      change(&request)
      let error = await #expect(throws: AuthError.self) { try await authenticator.create(request) }
      #expect(error?.code == code)
    }
    #expect(try await records.keys().count == 1)
  }

  @Test func userDecides() async throws {
    _ = try await authenticator().create(creation(1))
    _ = try await authenticator().create(creation(2))
    let denying = authenticator { _ in .deny }
    await #expect(throws: AuthError(.cancelled, "")) { try await denying.create(creation(3)) }
    await #expect(throws: AuthError(.cancelled, "")) { try await denying.get(assertion()) }
    let choosing = authenticator { ceremony in
      ceremony.accounts.map(\.userName) == ["user2@example.org", "user1@example.org"]
        ? .approve(account: 1, isVerified: false) : .deny
    }
    #expect(try await choosing.get(assertion()).userHandle == [1])
    #expect(Hex.encode(try await choosing.get(assertion()).authenticatorData.prefix(33)).hasSuffix("01"))
    await #expect(throws: AuthError(.unsupported, "")) {
      try await choosing.get(assertion(verification: "required"))
    }
    let confused = authenticator { _ in .approve(account: 7, isVerified: true) }
    await #expect(throws: AuthError(.cancelled, "")) { try await confused.get(assertion()) }
    let unverified = try await authenticator(UnattendedConsent.present).create(creation(4))
    #expect(throws: AuthError(.signatureInvalid, "")) { try party.verify(unverified, challenge: challenge) }
  }

  @Test func cancelsACeremony() async throws {
    _ = try await authenticator().create(creation())
    let clock = ManualClock()
    let waiting = authenticator { _ in
      do throws(CancellationError) { try await clock.sleep(for: .seconds(3600)) } catch { return .deny }
      return .approve(isVerified: true)
    }
    let request = assertion()
    let byAuthenticator = Task<PasskeyAssertion, any Error> { try await waiting.get(request) }
    await clock.waitForSleepers()
    await waiting.cancel()
    await #expect(throws: AuthError(.cancelled, "")) { try await byAuthenticator.value }
    let byTask = Task<PasskeyAssertion, any Error> { try await waiting.get(request) }
    await clock.waitForSleepers()
    byTask.cancel()
    await #expect(throws: AuthError(.cancelled, "")) { try await byTask.value }
  }

  @Test func givesEachCountOnce() async throws {
    let authenticator = authenticator()
    _ = try await authenticator.create(creation())
    let request = assertion()
    let counts = try await withThrowingTaskGroup(of: UInt32.self) { group in
      for _ in 0..<30 {
        group.addTask {
          try AuthenticatorData(encoded: try await authenticator.get(request).authenticatorData).signCount
        }
      }
      return try await group.reduce(into: [UInt32]()) { $0.append($1) }
    }
    #expect(counts.sorted() == Array(1...30))
  }

  @Test func deletesLeftoverKeys() async throws {
    _ = try await keys.generate(.p256, policy: KeyPolicy(), namespace: "passkeys")
    let elsewhere = try await keys.generate(.p256, policy: KeyPolicy(), namespace: "turnkey")
    _ = try await authenticator().create(creation())
    #expect(try await keys.keys(in: "passkeys").count == 1)
    #expect(try await keys.keys(in: "turnkey") == [elsewhere])
  }
}
