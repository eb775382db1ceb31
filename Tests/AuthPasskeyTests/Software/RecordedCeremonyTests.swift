import AuthCore
import AuthCrypto
import AuthPasskey
import AuthStorage
import Testing

/// Records ceremonies as JSON. The relying parties in `Tests/judges/webauthn` verify them.
@Suite struct RecordedCeremonyTests {
  @Test func recordsCeremoniesForOtherRelyingParties() async throws {
    let party = RelyingParty(id: "example.org", origins: ["https://example.org"])
    var recorded: [JSONValue] = []
    for attestation in ["none", "direct"] {
      for (name, profile) in [("bound", SoftwarePasskeyProfile()), ("synced", .synced)] {
        for isVerified in [true, false] {
          let authenticator = SoftwarePasskeyAuthenticator(
            keys: MemoryKeyStore(), records: MemoryRecordStore(), profile: profile
          ) { _ in .approve(isVerified: isVerified) }
          let challenge = SystemRandomSource().bytes(32)
          let registration = try await authenticator.create(
            PasskeyCreationRequest(
              relyingPartyID: "example.org", relyingPartyName: "Example", userHandle: SystemRandomSource().bytes(64),
              userName: "user@example.org", displayName: "Úser", challenge: challenge, attestation: attestation,
              extensions: PasskeyExtensions(credentialProperties: true)))
          var credential = try party.verify(registration, challenge: challenge)
          var proofs: [JSONValue] = []
          for _ in 0..<3 {
            let challenge = SystemRandomSource().bytes(32)
            let proof = try await authenticator.get(
              PasskeyAssertionRequest(relyingPartyID: "example.org", challenge: challenge))
            credential = try party.verify(proof, challenge: challenge, credential: credential, owner: .checkedByCaller)
              .credential
            proofs.append(["challenge": .string(Base64URL.encode(challenge)), "credential": proof.json])
          }
          recorded.append([
            "name": .string("\(attestation)-\(name)-\(isVerified ? "verified" : "present")"),
            "rpId": "example.org", "origin": "https://example.org", "isVerified": .bool(isVerified),
            "isBackedUp": .bool(credential.isBackedUp), "format": attestation == "none" ? "none" : "packed",
            "challenge": .string(Base64URL.encode(challenge)), "credential": try registration.json,
            "assertions": .array(proofs),
          ])
        }
      }
    }
    #expect(recorded.count == 8)
    try Recordings.write(.array(recorded), to: "passkeys.ceremonies")
  }
}
