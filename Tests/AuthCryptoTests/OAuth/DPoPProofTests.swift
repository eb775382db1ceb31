import AuthCore
import AuthStorage
import Testing

@testable import AuthCrypto

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Proofs of possession have the fields that RFC 9449 prescribes.
@Suite struct DPoPProofTests {
  private let now = Date(timeIntervalSince1970: 1_562_262_618)
  private let store = MemoryKeyStore()

  private func url(_ text: String) throws -> URL { try #require(URL(string: text)) }

  /// The hash of the access token in RFC 9449 §7.1.
  @Test("L18: the hash of the access token is the standard's")
  func accessTokenHash() throws {
    let proof = DPoPProof(
      method: "GET", url: try url("https://resource.example.org/protectedresource"),
      accessToken: Secret("Kz~8mXK1EalYznwH-LC-1fBAo.4Ljp~zsPE_NeO.gxU"))
    let claims = proof.claims(at: now, random: SystemRandomSource())
    #expect(claims["ath"]?.stringValue == "fUHyO2r2Z3DZ53EsNrWBb0xWXoaNy59IiKCAqksmQEo")
  }

  /// The thumbprint of the key in RFC 9449 §4.1 and §6.1. Tokens are bound to a key by its thumbprint.
  @Test func thumbprintMatchesTheStandard() throws {
    let key = try JWK(json: [
      "kty": "EC", "crv": "P-256", "x": "l8tFrhx-34tV3hRICRDY9zCkDlpBhF42UQUfWVAWBFs",
      "y": "9VE4jf_Ok_o64zbTTlcuNJajHmt6v9TDVrU0CdvGRDA",
    ])
    #expect(key.thumbprint == "0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I")
  }

  @Test("L18: a proof names method, address and time, and is signed by the key in it", arguments: KeyAlgorithm.allCases)
  func fields(_ algorithm: KeyAlgorithm) async throws {
    let key = try await store.generate(algorithm, policy: KeyPolicy(), namespace: "n")
    let proof = DPoPProof(
      method: "POST", url: try url("https://server.example.com:8443/token?a=b"), nonce: "n-1")
    let text = try await proof.signed(with: key, by: KeyRing(store), at: now, random: SystemRandomSource())
    let jws = try JWS(compact: text)
    #expect(jws.type == "dpop+jwt" && jws.algorithm == (algorithm == .p256 ? .es256 : .edDSA))
    #expect(jws.header.names.sorted() == ["alg", "jwk", "typ"])
    let jwk = try #require(jws.header["jwk"])
    let names = algorithm == .p256 ? ["crv", "kty", "x", "y"] : ["crv", "kty", "x"]
    #expect(jwk.objectValue?.names.sorted() == names, "the public half, and nothing else")
    try jws.verify(with: try JWK(json: jwk).key)
    let claims = try #require(try JSONValue(parsing: jws.payload).objectValue)
    #expect(claims.names.sorted() == ["htm", "htu", "iat", "jti", "nonce"])
    #expect(claims["htm"] == "POST" && claims["htu"] == "https://server.example.com:8443/token")
    #expect(claims["iat"]?.integerValue == 1_562_262_617 && claims["nonce"] == "n-1")
  }

  @Test func targetsHaveNeitherQueryNorFragment() throws {
    for text in ["https://a.example/b?c=d", "https://a.example/b#c", "https://a.example/b?c#d", "https://a.example/b"] {
      #expect(DPoPProof(method: "GET", url: try url(text)).target == "https://a.example/b")
    }
  }

  @Test func everyProofIsNew() throws {
    let proof = DPoPProof(method: "GET", url: try url("https://a.example"))
    let random = SystemRandomSource()
    let names = Set((0..<200).compactMap { _ in proof.claims(at: now, random: random)["jti"]?.stringValue })
    #expect(names.count == 200)
    #expect(names.allSatisfy { (Base64URL.decode($0)?.count ?? 0) == 16 }, "128 random bits")
  }
}
