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

/// The key of a flow: it is made before the page, which names it (RFC 9449 §10), and it does not outlive the flow.
@Suite struct PendingKeyTests {
  private func bench(_ settings: JSONObject = [:]) throws -> Bench {
    let bench = try Bench(settings)
    bench.issuer.announce("dpop_signing_alg_values_supported", ["ES256"])
    return bench
  }

  @Test func thePageNamesTheKeyOfTheTokens() async throws {
    let bench = try bench()
    let flow = bench.auth.signIn()
    let page = try await bench.page(flow)
    let made = try await bench.keys.keys(in: "oidc")
    let thumbprint = try made.first?.thumbprint()
    #expect(made.count == 1 && page["dpop_jkt"] == thumbprint)
    bench.issuer.answer("/token", try bench.issuer.tokens(bench.issuer.claims(nonce: page["nonce"]), type: "DPoP"))
    try await flow.resume(callback: bench.callback("code=c&state=\(page["state"] ?? "")"))
    guard case .session(let session, _) = try await flow.result() else { throw AuthError.cancelled }
    let proof = try JWS(compact: try #require(bench.issuer.requests("/token").first?.headers["DPoP"]))
    #expect(try JWK(json: proof.header["jwk"] ?? .null).thumbprint == page["dpop_jkt"])
    #expect(session.key == made.first)
  }

  @Test func aPublicThumbprintIsTheStandards() throws {
    // The key of RFC 9449 §4.1 and its thumbprint of §6.1.
    let jwk = try JWK(json: [
      "kty": "EC", "crv": "P-256", "x": "l8tFrhx-34tV3hRICRDY9zCkDlpBhF42UQUfWVAWBFs",
      "y": "9VE4jf_Ok_o64zbTTlcuNJajHmt6v9TDVrU0CdvGRDA",
    ])
    guard case .p256(let key) = jwk.key else { throw AuthError.cancelled }
    let reference = KeyReference(
      storeID: "s", keyID: "k", algorithm: .p256, publicKey: Array(key.compressedRepresentation))
    #expect(try reference.thumbprint() == "0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I")
    let broken = KeyReference(storeID: "s", keyID: "k", algorithm: .p256, publicKey: [2])
    #expect(throws: AuthError(.keyUnavailable, "")) { try broken.thumbprint() }
  }

  @Test func noKeyIsNamedWithoutDPoP() async throws {
    let plain = try Bench()
    #expect(try await plain.page(plain.auth.signIn())["dpop_jkt"] == nil)
    #expect(try await plain.keys.keys(in: "oidc").isEmpty)
  }

  /// A user who closes the page leaves a key behind. A flow of the next day deletes it, and no other.
  @Test func theKeyOfAnAbandonedFlowIsDeletedLater() async throws {
    let bench = try bench()
    let session = try await bench.signIn(type: "DPoP")
    let abandoned = bench.auth.signIn()
    _ = try await bench.page(abandoned)
    await abandoned.cancel()
    #expect(try await bench.keys.keys(in: "oidc").count == 2)
    bench.clock.advance(by: .seconds(86_000))
    _ = try await bench.page(bench.auth.signIn())
    #expect(try await bench.keys.keys(in: "oidc").count == 3, "another process may still continue the flow")
    bench.clock.advance(by: .seconds(600))
    _ = try await bench.page(bench.auth.signIn())
    let left = try await bench.keys.keys(in: "oidc")
    let own = try #require(session.key)
    #expect(left.count == 3 && left.contains(own))
  }

  @Test func aFailedFlowDeletesItsKey() async throws {
    // The page cannot be made.
    let pushing = try bench(["pushedAuthorization": "required"])
    pushing.issuer.announce("pushed_authorization_request_endpoint", .string(TestIssuer.name + "/par"))
    pushing.issuer.answer("/par", ["error": "invalid_scope"], status: 400)
    await #expect(throws: AuthError(.invalidConfiguration, "")) { try await pushing.page(pushing.auth.signIn()) }
    #expect(try await pushing.keys.keys(in: "oidc").isEmpty)
    // The code is refused.
    let refused = try bench()
    let flow = refused.auth.signIn()
    let page = try await refused.page(flow)
    refused.issuer.answer("/token", ["error": "invalid_grant"], status: 400)
    try await flow.resume(callback: refused.callback("code=c&state=\(page["state"] ?? "")"))
    await #expect(throws: AuthError(.invalidToken, "")) { try await flow.result() }
    #expect(try await refused.keys.keys(in: "oidc").isEmpty)
    #expect(try await refused.records.namespaced("oidc").namespaced("pending-keys").keys().isEmpty)
  }

  @Test func aDeviceFlowPollsWithOneKey() async throws {
    let bench = try bench(["redirectURL": .null])
    bench.issuer.answer(
      "/device",
      [
        "device_code": "d", "user_code": "ABCD", "verification_uri": "https://issuer.example/d", "expires_in": 600,
        "interval": 5,
      ])
    bench.issuer.answer("/token", ["error": "authorization_pending"], status: 400)
    bench.issuer.answer("/token", try bench.issuer.tokens(bench.issuer.claims(nonce: nil), type: "DPoP"))
    let flow = bench.auth.signIn()
    while bench.issuer.requests("/token").count < 2 {
      // While a poll is in progress no task sleeps, and the clock does not advance.
      if bench.clock.sleeperCount > 0 { bench.clock.advance(by: .seconds(1)) }
      try? await Task.sleep(for: .milliseconds(1))
    }
    guard case .session(let session, _) = try await flow.result() else { throw AuthError.cancelled }
    let keys = try bench.issuer.requests("/token").map {
      try JWK(json: try JWS(compact: try #require($0.headers["DPoP"])).header["jwk"] ?? .null).thumbprint
    }
    let own = try session.key?.thumbprint()
    #expect(keys == [own, own])
    #expect(try await bench.keys.keys(in: "oidc").count == 1)
  }
}
