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

/// Proofs of possession: their fields, by the letters of RFC 9449.
@Suite struct DPoPProofTests {
  private let now = Date(timeIntervalSince1970: 1_562_262_618)

  private func url(_ text: String) throws -> URL { try #require(URL(string: text)) }

  /// The hash of the access token in RFC 9449 §7.1.
  @Test func theHashIsTheStandards() throws {
    let proof = DPoPProof(
      method: "GET", url: try url("https://resource.example.org/protectedresource"),
      token: Secret("Kz~8mXK1EalYznwH-LC-1fBAo.4Ljp~zsPE_NeO.gxU"), nonce: nil)
    let claims = proof.claims(at: now, random: SeededRandomSource())
    #expect(claims["ath"]?.stringValue == "fUHyO2r2Z3DZ53EsNrWBb0xWXoaNy59IiKCAqksmQEo")
  }

  /// The thumbprint of the key in RFC 9449 §4.1 and §6.1, which tokens are bound to.
  @Test func theThumbprintIsTheStandards() throws {
    let key = try JWK(json: [
      "kty": "EC", "crv": "P-256", "x": "l8tFrhx-34tV3hRICRDY9zCkDlpBhF42UQUfWVAWBFs",
      "y": "9VE4jf_Ok_o64zbTTlcuNJajHmt6v9TDVrU0CdvGRDA",
    ])
    #expect(key.thumbprint == "0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I")
  }

  @Test func theFieldsOfAProof() async throws {
    let store = MemoryKeyStore()
    let key = try await store.generate(.p256, policy: KeyPolicy(), namespace: "oidc")
    let proof = DPoPProof(
      method: "POST", url: try url("https://server.example.com:8443/token?a=b"), token: nil, nonce: "n-1")
    let text = try await proof.signed(with: key, keys: KeyRing(store), at: now, random: SystemRandomSource())
    let jws = try JWS(compact: text)
    #expect(jws.type == "dpop+jwt" && jws.algorithm == .es256 && jws.header.names.sorted() == ["alg", "jwk", "typ"])
    let jwk = try #require(jws.header["jwk"])
    #expect(jwk.objectValue?.names.sorted() == ["crv", "kty", "x", "y"], "the public half, and nothing else")
    try jws.verify(with: try JWK(json: jwk).key)
    let claims = try #require(try JSONValue(parsing: jws.payload).objectValue)
    #expect(claims.names.sorted() == ["htm", "htu", "iat", "jti", "nonce"])
    #expect(claims["htm"] == "POST" && claims["htu"] == "https://server.example.com:8443/token")
    #expect(claims["iat"]?.integerValue == 1_562_262_617 && claims["nonce"] == "n-1")
  }

  @Test func targetsHaveNeitherQueryNorFragment() throws {
    for text in ["https://a.example/b?c=d", "https://a.example/b#c", "https://a.example/b?c#d", "https://a.example/b"] {
      #expect(DPoPProof.target(try url(text)) == "https://a.example/b")
    }
  }

  @Test func everyProofIsNew() throws {
    let proof = DPoPProof(method: "GET", url: try url("https://a.example"), token: nil, nonce: nil)
    let random = SystemRandomSource()
    let names = Set((0..<200).compactMap { _ in proof.claims(at: now, random: random)["jti"]?.stringValue })
    #expect(names.count == 200)
    #expect(names.allSatisfy { (Base64URL.decode($0)?.count ?? 0) >= 12 }, "96 random bits at least")
  }

  @Test func keysOfAnotherKindAreNoticed() async throws {
    let store = MemoryKeyStore()
    let key = try await store.generate(.ed25519, policy: KeyPolicy(), namespace: "oidc")
    let proof = DPoPProof(method: "GET", url: try url("https://a.example"), token: nil, nonce: nil)
    await #expect(throws: AuthError(.keyUnavailable, "")) {
      try await proof.signed(with: key, keys: KeyRing(store), at: now, random: SystemRandomSource())
    }
  }
}
