import AuthCore
import AuthCrypto
import AuthStorage
import AuthTesting
import Testing

@testable import AuthOIDC

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A request gets a proof that is signed with the session's key. Without a key, it gets no proof; a key of another kind
/// causes an error. The tests of `AuthCrypto` check the form of a proof.
@Suite struct DPoPProofTests {
  private let store = MemoryKeyStore()

  private func proofs() -> DPoPProofs {
    DPoPProofs(
      services: ProviderServices(
        transport: ScriptedTransport([]), keys: KeyRing(store), records: MemoryRecordStore(clock: ManualClock()),
        tokenProvider: TokenProviderChain([]), clock: ManualClock(), random: SeededRandomSource(seed: 1),
        observer: SilentObserver()))
  }

  @Test func requestCarriesOneProofOfItsKey() async throws {
    let key = try await store.generate(.p256, policy: KeyPolicy(), namespace: "oidc")
    let request = try TransportRequest("POST", "https://server.example.com:8443/token?a=b")
    let proven = try await proofs().attached(to: request, key: key, token: Secret("token"))
    let proof = try JWS(compact: try #require(proven.headers["DPoP"]))
    try proof.verify(with: try JWK(json: try #require(proof.header["jwk"])).key)
    let claims = try JSONValue(parsing: proof.payload)
    #expect(claims["htu"] == "https://server.example.com:8443/token" && claims["ath"] != nil)
    #expect(try await proofs().attached(to: request, key: nil, token: Secret("token")).headers["DPoP"] == nil)
  }

  @Test func refusesKeysOfAnotherKind() async throws {
    let key = try await store.generate(.ed25519, policy: KeyPolicy(), namespace: "oidc")
    let request = try TransportRequest("GET", "https://a.example")
    await #expect(throws: AuthError(.keyUnavailable, "")) {
      try await proofs().attached(to: request, key: key, token: nil)
    }
  }
}
