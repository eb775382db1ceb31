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

/// DPoP nonces: a request is retried once, and each origin has its own nonce.
@Suite struct DPoPNonceTests {
  private func bench() throws -> Bench {
    let bench = try Bench()
    bench.issuer.announce("dpop_signing_alg_values_supported", ["ES256"])
    return bench
  }

  private func claims(_ request: TransportRequest) throws -> JSONObject {
    let proof = try JWS(compact: try #require(request.headers["DPoP"]))
    return try #require(try JSONValue(parsing: proof.payload).objectValue)
  }

  /// Signs in; the token endpoint returns the responses `first` before the tokens.
  private func signIn(_ bench: Bench, first: [(JSONObject, Int, HTTPHeaders)]) async throws -> Session {
    for (body, status, headers) in first { bench.issuer.answer("/token", body, status: status, headers: headers) }
    return try await bench.signIn(type: "DPoP")
  }

  @Test func sendsARequestedNonceOnce() async throws {
    let bench = try bench()
    let session = try await signIn(bench, first: [(["error": "use_dpop_nonce"], 400, ["DPoP-Nonce": "n-1"])])
    #expect(session.key != nil)
    let requests = bench.issuer.requests("/token")
    #expect(requests.count == 2)
    let (first, second) = (try claims(requests[0]), try claims(requests[1]))
    #expect(first["nonce"] == nil && second["nonce"] == "n-1")
    #expect(first["jti"] != second["jti"], "a proof is never sent twice")
    #expect(requests[0].form["code"] == requests[1].form["code"])
  }

  @Test func repeatedNonceDemandsFailTheSignIn() async throws {
    let bench = try bench()
    bench.issuer.answer("/token", ["error": "use_dpop_nonce"], status: 400, headers: ["DPoP-Nonce": "n-1"])
    let flow = bench.auth.signIn()
    let page = try await bench.page(flow)
    try await flow.resume(callback: bench.callback("code=c&state=\(page["state"] ?? "")"))
    await #expect(throws: AuthError.self) { try await flow.result() }
    #expect(bench.issuer.requests("/token").count == 2)
    #expect(try await bench.keys.keys(in: "oidc").isEmpty, "the key of a failed sign-in is deleted")
  }

  @Test func keepsANoncePerOrigin() async throws {
    let bench = try bench()
    let session = try await bench.signIn(type: "DPoP")
    bench.issuer.answer(
      "/api", [:], status: 401,
      headers: ["WWW-Authenticate": "DPoP error=\"use_dpop_nonce\"", "DPoP-Nonce": "resource-1"])
    bench.issuer.answer("/api", [:], headers: ["DPoP-Nonce": "resource-2"])
    let request = try TransportRequest("GET", TestIssuer.name + "/api?q=1")
    #expect(try await bench.auth.send(request).status == 200)
    #expect(try await bench.auth.send(request).status == 200)
    let sent = bench.issuer.requests("/api")
    #expect(try sent.map { try claims($0)["nonce"] } == [nil, "resource-1", "resource-2"])
    #expect(bench.issuer.requests("/token").count == 1, "no renewal was needed")
    let access = try #require(session.tokens.access)
    for request in sent {
      #expect(request.headers["Authorization"] == "DPoP " + access.revealText())
      #expect(
        try claims(request)["ath"]?.stringValue == Base64URL.encode(Array(SHA256.hash(data: access.revealBytes()))))
      #expect(try claims(request)["htu"]?.stringValue == TestIssuer.name + "/api")
    }
  }

  @Test func renewalProvesTheSameKey() async throws {
    let bench = try bench()
    let session = try await bench.signIn(type: "DPoP")
    let renewed = try await bench.auth.refresh()
    #expect(renewed.key == session.key)
    let keys = try bench.issuer.requests("/token").map {
      try JWS(compact: try #require($0.headers["DPoP"])).header["jwk"]
    }
    #expect(keys.count == 2 && keys[0] == keys[1])
  }

  @Test func refusesABearerToken() async throws {
    let bench = try bench()
    await #expect(throws: AuthError(.malformedResponse, "")) { try await bench.signIn(type: "Bearer") }
    #expect(try await bench.keys.keys(in: "oidc").isEmpty)
    let lenient = try Bench(["allowBearerDowngrade": true])
    lenient.issuer.announce("dpop_signing_alg_values_supported", ["ES256"])
    let session = try await lenient.signIn(type: "Bearer")
    #expect(session.key == nil)
    #expect(try await lenient.keys.keys(in: "oidc").isEmpty)
  }

  @Test func signOutDeletesTheKey() async throws {
    let bench = try bench()
    try await bench.signIn(type: "DPoP")
    #expect(try await bench.keys.keys(in: "oidc").count == 1)
    bench.issuer.answer("/revoke", [:])
    _ = try await bench.auth.signOut()
    #expect(try await bench.keys.keys(in: "oidc").isEmpty)
  }
}
