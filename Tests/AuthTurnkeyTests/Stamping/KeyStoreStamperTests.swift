import AuthCore
import AuthCrypto
import AuthStorage
import AuthTurnkey
import Testing

@Suite struct KeyStoreStamperTests {
  private let store = MemoryKeyStore()

  @Test func theStampIsTheSameAsAnAPIKeys() async throws {
    let vector = try TurnkeyVectors()["api-key-fixture-js"]
    let key = try await store.importKey(Secret(try vector.bytes("private_key_hex")), .p256, namespace: "test")
    let stamper = try KeyStoreStamper(key: key, in: KeyRing(store))
    #expect(stamper.publicKeyHex == (try vector.text("public_key_compressed_hex")))
    for body in [[], Array("hello from TKHQ!".utf8), SystemRandomSource().bytes(1000)] {
      let stamp = try await stamper.stamp(body)
      #expect(stamp.name == "X-Stamp")
      let parts = try StampParts(stamp.value)
      #expect(parts.publicKey == stamper.publicKeyHex)
      #expect(parts.scheme == "SIGNATURE_SCHEME_TK_API_P256")
      #expect(try parts.verifies(body))
    }
  }

  @Test func anEdwardsKeyStampsByItsOwnScheme() async throws {
    let key = try await store.generate(.ed25519, policy: KeyPolicy(), namespace: "test")
    let stamp = try await KeyStoreStamper(key: key, in: KeyRing(store)).stamp(Array("body".utf8))
    let parts = try StampParts(stamp.value)
    #expect(parts.scheme == "SIGNATURE_SCHEME_TK_API_ED25519")
    #expect(parts.publicKey == Hex.encode(key.publicKey))
    let publicKey = try Curve25519.Signing.PublicKey(rawRepresentation: key.publicKey)
    #expect(publicKey.isValidSignature(parts.signature, for: Array("body".utf8)))
  }

  @Test func keysThatCannotStampAreRefused() async throws {
    let elsewhere = try await MemoryKeyStore(id: "other").generate(.p256, policy: KeyPolicy(), namespace: "test")
    #expect(throws: AuthError(.keyUnavailable, "")) { try KeyStoreStamper(key: elsewhere, in: KeyRing(store)) }
    let gone = try await store.generate(.p256, policy: KeyPolicy(), namespace: "test")
    let stamper = try KeyStoreStamper(key: gone, in: KeyRing(store))
    try await store.delete(gone)
    await #expect(throws: AuthError(.keyUnavailable, "")) { try await stamper.stamp([]) }
  }
}
