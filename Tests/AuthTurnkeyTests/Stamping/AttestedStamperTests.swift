import AuthCore
import AuthCrypto
import AuthStorage
import AuthTurnkey
import Testing

@Suite struct AttestedStamperTests {
  private let store = MemoryKeyStore()

  @Test func theStampNamesTokenKeyAndScheme() async throws {
    let key = try await store.generate(.p256, policy: KeyPolicy(), namespace: "test")
    let body = Array("body".utf8)
    let cases: [(AttestedStamper.Attestation, String)] = [
      (.verificationToken(Secret("a.b.c")), "STAMP_ATTESTED_SCHEME_P256_VERIFICATION_TOKEN"),
      (.identityToken(Secret("a.b.c")), "STAMP_ATTESTED_SCHEME_P256_OIDC"),
    ]
    for (attestation, scheme) in cases {
      let stamp = try await AttestedStamper(key: key, in: KeyRing(store), attestation: attestation).stamp(body)
      #expect(stamp.name == "X-Stamp-Attested")
      let json = try JSONValue(parsing: try #require(Base64URL.decode(stamp.value)))
      #expect(try #require(json.objectValue).names == ["publicKeyAttestation", "scheme", "publicKey", "signature"])
      #expect(try json.text("publicKeyAttestation") == "a.b.c")
      #expect(try json.text("scheme") == scheme)
      let publicKey = try P256.Signing.PublicKey(compressedRepresentation: json.bytes("publicKey"))
      let signature = try P256.Signing.ECDSASignature(derRepresentation: json.bytes("signature"))
      #expect(publicKey.isValidSignature(signature, for: body))
    }
  }

  @Test func acceptsOnlyAKeyOfTheAttestedCurve() async throws {
    let key = try await store.generate(.ed25519, policy: KeyPolicy(), namespace: "test")
    #expect(throws: AuthError(.unsupported, "")) {
      try AttestedStamper(key: key, in: KeyRing(store), attestation: .identityToken(Secret("a")))
    }
  }
}
