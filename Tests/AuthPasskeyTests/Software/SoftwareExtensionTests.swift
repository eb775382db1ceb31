import AuthCore
import AuthCrypto
import AuthPasskey
import AuthStorage
import Testing

/// Attestation, backup flags, counts and extensions of the software authenticator.
@Suite struct SoftwareExtensionTests {
  let keys = MemoryKeyStore()
  let records = MemoryRecordStore()
  let party = RelyingParty(id: "example.org", origins: ["https://example.org"])
  let challenge = SystemRandomSource().bytes(32)

  func authenticator(_ profile: SoftwarePasskeyProfile = SoftwarePasskeyProfile()) -> SoftwarePasskeyAuthenticator {
    SoftwarePasskeyAuthenticator(
      keys: keys, records: records, profile: profile, consent: UnattendedConsent.verified)
  }

  func creation(
    attestation: String = "none", _ extensions: PasskeyExtensions = PasskeyExtensions()
  ) -> PasskeyCreationRequest {
    PasskeyCreationRequest(
      relyingPartyID: "example.org", relyingPartyName: "Example", userHandle: [1], userName: "user@example.org",
      displayName: "User", challenge: challenge, attestation: attestation, extensions: extensions)
  }

  func assertion(_ allowed: [[UInt8]] = [], _ extensions: PasskeyExtensions) -> PasskeyAssertionRequest {
    PasskeyAssertionRequest(
      relyingPartyID: "example.org", challenge: challenge, allowedCredentials: allowed, extensions: extensions)
  }

  func format(_ registration: PasskeyRegistration) throws -> String? {
    try CBORValue(encoded: registration.attestationObject)["fmt"]?.textValue
  }

  @Test func returnsAStatementOnRequest() async throws {
    for (wish, format) in [("none", "none"), ("indirect", "none"), ("direct", "packed"), ("enterprise", "none")] {
      let registration = try await authenticator().create(creation(attestation: wish))
      #expect(try self.format(registration) == format)
      _ = try party.verify(registration, challenge: challenge)
    }
    let packed = try await authenticator().create(creation(attestation: "direct"))
    // The signature covers every byte of the client data and of the authenticator data.
    for index in packed.clientDataJSON.indices {
      var forged = packed
      forged.clientDataJSON[index] ^= 1
      #expect(throws: AuthError.self) { try party.verify(forged, challenge: challenge) }
    }
    for index in packed.attestationObject.indices {
      var forged = packed
      forged.attestationObject[index] ^= 1
      #expect(throws: AuthError.self, "\(index)") { try party.verify(forged, challenge: challenge) }
    }
  }

  @Test func syncedPasskeysSetTheFlagsAndHaveNoCounter() async throws {
    let registered = try party.verify(try await authenticator(.synced).create(creation()), challenge: challenge)
    #expect(registered.isBackupEligible && registered.isBackedUp && registered.signCount == 0)
    var credential = registered
    for _ in 0..<3 {
      let proof = try await authenticator(.synced).get(assertion([], PasskeyExtensions()))
      credential = try party.verify(proof, challenge: challenge, credential: credential, owner: .checkedByCaller)
        .credential
      #expect(credential.signCount == 0)
    }
    // A passkey keeps its eligibility when the authenticator's setting changes.
    let proof = try await authenticator().get(assertion([], PasskeyExtensions()))
    credential = try party.verify(proof, challenge: challenge, credential: credential, owner: .checkedByCaller)
      .credential
    #expect(credential.isBackupEligible && !credential.isBackedUp && credential.signCount == 1)
  }

  @Test func reportsDiscoverabilityOnRequest() async throws {
    let asked = try await authenticator().create(creation(PasskeyExtensions(credentialProperties: true)))
    #expect(asked.extensionResults.isDiscoverable == true && asked.extensionResults.prf == nil)
    let other = try await authenticator().create(creation())
    #expect(other.extensionResults.isDiscoverable == nil && other.extensionResults.prf == nil)
    let data = try AuthenticatorData(
      encoded: try #require(try CBORValue(encoded: asked.attestationObject)["authData"]?.bytesValue))
    #expect(data.extensions == nil)
  }

  /// WebAuthn Level 3 §10.1.4 and its vectors: salts are hashed with a prefix, values are HMAC-SHA-256.
  @Test func pseudoRandomFunctionMatchesTheStandard() async throws {
    let function = "437e065e723a98b2f08f39d8baf7c53ecb3c363c5e5104bdaaf5d5ca2e028154"
    let input = try #require(Hex.decode("576562417574686e20505246207465737420766563746f727302"))
    let random = ScriptedRandomSource([Array(repeating: 3, count: 32), try #require(Hex.decode(function))])
    let authenticator = SoftwarePasskeyAuthenticator(
      keys: keys, records: records, random: random, consent: UnattendedConsent.verified)
    let made = try await authenticator.create(
      creation(PasskeyExtensions(prf: PasskeyExtensions.PRF(PasskeyExtensions.PRFInputs(first: input)))))
    let value = Secret(
      try #require(Hex.decode("3c33e07d202c3b029cc21f1722767021bf27d595933b3d2b6a1b9d5dddc77fae")))
    #expect(made.extensionResults.prf?.isEnabled == true)
    #expect(made.extensionResults.prf?.first == value && made.extensionResults.prf?.second == nil)
    let used = try await authenticator.get(
      assertion(
        [made.credentialID],
        PasskeyExtensions(
          prf: PasskeyExtensions.PRF(
            PasskeyExtensions.PRFInputs(first: [9]),
            byCredential: [made.credentialID: PasskeyExtensions.PRFInputs(first: [1], second: input)]))))
    #expect(used.extensionResults.prf?.second == value && used.extensionResults.prf?.isEnabled == nil)
    #expect(used.extensionResults.prf?.first != value && used.extensionResults.prf?.first?.count == 32)
    let plain = try await authenticator.get(
      assertion(
        [made.credentialID],
        PasskeyExtensions(prf: PasskeyExtensions.PRF(PasskeyExtensions.PRFInputs(first: [1])))))
    #expect(plain.extensionResults.prf?.first == used.extensionResults.prf?.first)
  }

  @Test func eachCredentialHasItsOwnPseudoRandomFunction() async throws {
    let asked = PasskeyExtensions(prf: PasskeyExtensions.PRF(PasskeyExtensions.PRFInputs(first: [1])))
    let first = try await authenticator().create(creation(asked)).extensionResults.prf?.first
    let second = try await authenticator().create(creation(asked)).extensionResults.prf?.first
    #expect(first != nil && first != second)
    let enabled = try await authenticator().create(creation(PasskeyExtensions(prf: PasskeyExtensions.PRF())))
    #expect(enabled.extensionResults.prf?.isEnabled == true && enabled.extensionResults.prf?.first == nil)
    let inputs = PasskeyExtensions(
      prf: PasskeyExtensions.PRF(byCredential: [[1]: PasskeyExtensions.PRFInputs(first: [])]))
    await #expect(throws: AuthError(.invalidRequest, "")) { try await authenticator().create(creation(inputs)) }
    await #expect(throws: AuthError(.invalidRequest, "")) { try await authenticator().get(assertion([], inputs)) }
  }

  @Test func serverCanRequireVerificationOfANewPasskey() async throws {
    let unverified = SoftwarePasskeyAuthenticator(keys: keys, records: records, consent: UnattendedConsent.present)
    var request = creation()
    request.userVerification = "required"
    await #expect(throws: AuthError(.unsupported, "")) { try await unverified.create(request) }
    #expect(try await records.keys().isEmpty)
    #expect(try await keys.keys(in: "passkeys").isEmpty)
    #expect(try party.verify(try await authenticator().create(request), challenge: challenge).isUserVerified)
  }

  /// The passkeys' keys are in the app's key store, whatever its kind.
  @Test func worksWithAnyKeyStore() async throws {
    let directory = try TemporaryDirectory()
    for keys in [MemoryKeyStore(), FileKeyStore(FileStorage(directory: directory.path + "/state"))] as [any KeyStore] {
      let records = MemoryRecordStore()
      let authenticator = SoftwarePasskeyAuthenticator(
        keys: keys, records: records, consent: UnattendedConsent.verified)
      #expect(await authenticator.isAvailable())
      let credential = try party.verify(try await authenticator.create(creation()), challenge: challenge)
      // A later process finds the passkey in the same stores.
      let later = SoftwarePasskeyAuthenticator(keys: keys, records: records, consent: UnattendedConsent.verified)
      let proof = try await later.get(assertion([], PasskeyExtensions()))
      #expect(
        try party.verify(proof, challenge: challenge, credential: credential, owner: .checkedByCaller).credential
          .signCount == 1)
    }
  }
}
