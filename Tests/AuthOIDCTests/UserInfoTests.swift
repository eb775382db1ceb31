import AuthCore
import AuthCrypto
import AuthOIDC
import AuthTesting
import Testing

/// The userinfo endpoint's response (OpenID Connect Core §5.3.2), as JSON and signed.
@Suite struct UserInfoTests {
  private func session(_ response: (TestIssuer) throws -> TransportResponse) async throws -> Session {
    let bench = try Bench(["userInfo": true])
    let answer = try response(bench.issuer)
    bench.issuer.answer("/userinfo") { (_) throws(AuthError) in answer }
    return try await bench.signIn()
  }

  private func signed(
    _ issuer: TestIssuer, _ change: (String, JSONValue?)..., key: P256.Signing.PrivateKey? = nil
  ) throws -> TransportResponse {
    var claims: JSONObject = ["iss": .string(TestIssuer.name), "aud": "app", "sub": "user-1", "locale": "de"]
    for (name, value) in change { claims[name] = value }
    let token = try JWS.sign(claims: claims, type: nil, keyID: "one", with: .p256(key ?? issuer.key))
    return TransportResponse(
      status: 200, headers: ["Content-Type": "application/jwt; charset=utf-8"], body: Array(token.utf8))
  }

  @Test func addsClaims() async throws {
    let plain = try await session { _ in .json(["sub": "user-1", "locale": "de"]) }
    #expect(plain.claims["locale"] == "de")
    #expect(try await session { try signed($0) }.claims["locale"] == "de")
    #expect(try await session { try signed($0, ("exp", 9_000_000_000)) }.claims["locale"] == "de")
  }

  @Test func refusesAnotherSignedResponse() async throws {
    let other = P256.Signing.PrivateKey()
    let responses: [(TestIssuer) throws -> TransportResponse] = [
      { try signed($0, ("iss", "https://other.example")) }, { try signed($0, ("iss", nil)) },
      { try signed($0, ("aud", "other")) }, { try signed($0, ("sub", nil)) }, { try signed($0, ("sub", "user-2")) },
      { try signed($0, ("exp", 1)) }, { try signed($0, key: other) },
    ]
    for response in responses { await #expect(throws: AuthError.self) { try await session(response) } }
  }

  @Test func namesTheEndpointOfAnotherBody() async throws {
    for (type, body) in [
      ("application/json", "[]"), ("text/html", "<p>"), ("application/json", ""), ("application/jwt", "a.b.c.d.e"),
    ] {
      let response = TransportResponse(status: 200, headers: ["Content-Type": type], body: Array(body.utf8))
      let error = await #expect(throws: AuthError(.malformedResponse, "")) { try await session { _ in response } }
      #expect(error?.message.contains("userinfo endpoint") == true, "\(type) \(body)")
    }
  }
}
