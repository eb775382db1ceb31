import AuthCore
import AuthStorage
import Testing

@testable import AuthCrypto

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A request gets a proof that is signed with a key, with the last nonce of its server. The tests of `DPoPProof` check
/// the form of a proof.
@Suite struct RequestProofsTests {
  private let store = MemoryKeyStore()

  private struct Unreachable: HTTPTransport {
    func send(_ request: TransportRequest) async throws(AuthError) -> TransportResponse {
      throw AuthError(.network, "No server.")
    }
  }

  private func proofs() -> RequestProofs {
    .dpop(
      ProviderServices(
        transport: Unreachable(), keys: KeyRing(store), records: MemoryRecordStore(clock: StepClock()),
        clock: StepClock()))
  }

  private func claims(_ request: TransportRequest) throws -> JSONValue {
    try JSONValue(parsing: try JWS(compact: try #require(request.headers["DPoP"])).payload)
  }

  @Test func aRequestCarriesOneProofOfItsKey() async throws {
    let key = try await store.generate(.p256, policy: KeyPolicy(), namespace: "n")
    let request = try TransportRequest("POST", "https://server.example.com:8443/token?a=b")
    let proven = try await proofs().attached(to: request, key: key, token: Secret("token"))
    let proof = try JWS(compact: try #require(proven.headers["DPoP"]))
    try proof.verify(with: try JWK(json: try #require(proof.header["jwk"])).key)
    let claims = try claims(proven)
    #expect(claims["htu"] == "https://server.example.com:8443/token" && claims["ath"] != nil)
    #expect(claims["iat"]?.integerValue == Int64(StepClock().now().timeIntervalSince1970) - 1)
  }

  @Test func keysOfAnotherKindAreRefused() async throws {
    let key = try await store.generate(.ed25519, policy: KeyPolicy(), namespace: "n")
    let request = try TransportRequest("GET", "https://a.example")
    await #expect(throws: AuthError(.keyUnavailable, "")) { try await proofs().attached(to: request, key: key) }
  }

  /// RFC 9449 §8 and §9: the refusals that require a nonce, and responses that only bring one.
  @Test(arguments: [
    (400, "", #"{"error":"use_dpop_nonce"}"#, true), (401, "", #"{"error":"use_dpop_nonce"}"#, true),
    (401, #"DPoP error="use_dpop_nonce""#, "", true), (401, #"Bearer error="invalid_token""#, "", false),
    (400, #"DPoP error="use_dpop_nonce""#, "", false), (400, "", #"{"error":"invalid_grant"}"#, false),
    (200, "", #"{"error":"use_dpop_nonce"}"#, false), (500, "", #"{"error":"use_dpop_nonce"}"#, false),
  ])
  func nonces(_ status: Int, _ challenge: String, _ body: String, _ isRequired: Bool) async throws {
    let proofs = proofs()
    let request = try TransportRequest("GET", "https://a.example/b")
    var response = TransportResponse(status: status, body: Array(body.utf8))
    if !challenge.isEmpty { response.headers["WWW-Authenticate"] = challenge }
    #expect(proofs.learn(from: response, to: request.url) == false, "there is no nonce to use")
    response.headers["DPoP-Nonce"] = "n-1"
    #expect(proofs.learn(from: response, to: request.url) == isRequired)
    let key = try await store.generate(.p256, policy: KeyPolicy(), namespace: "n")
    let proven = try await proofs.attached(to: request, key: key)
    #expect(try claims(proven)["nonce"] == "n-1", "any response may bring a nonce")
    let other = try TransportRequest("GET", "https://other.example/b")
    #expect(try claims(try await proofs.attached(to: other, key: key))["nonce"] == nil)
  }

  @Test(arguments: ["", "a b", "a\"b", "a\\b", "é", String(repeating: "n", count: 1025)])
  func otherTextIsNoNonce(_ text: String) async throws {
    let proofs = proofs()
    let request = try TransportRequest("GET", "https://a.example/b")
    let response = TransportResponse(
      status: 400, headers: ["DPoP-Nonce": text], body: Array(#"{"error":"use_dpop_nonce"}"#.utf8))
    #expect(proofs.learn(from: response, to: request.url) == false)
    let key = try await store.generate(.p256, policy: KeyPolicy(), namespace: "n")
    #expect(try claims(try await proofs.attached(to: request, key: key))["nonce"] == nil)
  }

  /// A client that visits many servers keeps the nonces of at most 32.
  @Test func theMemoryIsBounded() throws {
    let nonces = DPoPNonceMemory()
    func url(_ index: Int) throws -> URL { try #require(URL(string: "https://s\(index).example/")) }
    for index in 0..<100 {
      let response = TransportResponse(status: 200, headers: ["DPoP-Nonce": "n\(index)"])
      #expect(nonces.learn(from: response, to: try url(index)) == false)
      let kept = try (0...index).filter { nonces.nonce(for: try url($0)) != nil }
      #expect(kept.last == index && kept.count <= 32)
    }
  }
}
