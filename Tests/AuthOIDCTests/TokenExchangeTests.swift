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

/// A token of another session in exchange for a token of this issuer (RFC 8693).
@Suite struct TokenExchangeTests {
  private static let exchange = "urn:ietf:params:oauth:grant-type:token-exchange"
  private static let type = "urn:ietf:params:oauth:token-type:"

  /// A client with a user's session `oidc`, and the block `api` that exchanges its access token.
  private func bench(_ change: JSONObject = [:]) throws -> Bench {
    var block: JSONObject = [
      "method": "token_exchange", "exchange": ["audiences": ["billing", "ledger"]], "scopes": ["pay"],
      "resources": ["https://api.example/a"], "tokenProvider": ["session": "oidc", "token": "access"],
    ]
    for member in change.members { block[member.name] = member.value }
    return try Bench(others: ["api": block])
  }

  /// Answers exchanges with an access token, and other requests with the tokens of a user.
  private func answer(_ bench: Bench, _ change: JSONObject = [:]) throws {
    let user = try bench.issuer.tokens(bench.issuer.claims(nonce: nil))
    let access = try JWS.sign(
      claims: ["iss": .string(TestIssuer.name), "sub": "user-1", "aud": "billing", "exp": 32_503_680_000],
      type: "at+jwt", keyID: "one", with: .p256(bench.issuer.key))
    var exchanged: JSONObject = [
      "access_token": .string(access), "issued_token_type": .string(Self.type + "access_token"),
      "token_type": "Bearer", "expires_in": 60,
    ]
    for member in change.members { exchanged[member.name] = member.value.isNull ? nil : member.value }
    let answers = (exchanged: exchanged, user: user)
    bench.issuer.forget("/token")
    bench.issuer.answer("/token") { (request) throws(AuthError) in
      let body = request.form["grant_type"] == Self.exchange ? answers.exchanged : answers.user
      return TransportResponse(status: body["error"] == nil ? 200 : 400, body: JSONValue.object(body).serialized)
    }
  }

  private func signIn(_ bench: Bench, token: Secret? = nil) async throws -> Session {
    let flow = bench.auth.start(FlowRequest(token: token), provider: "api")
    guard case .session(let session, _) = try await flow.result() else { throw AuthError.cancelled }
    return session
  }

  @Test func theSessionsTokenIsExchanged() async throws {
    let bench = try bench()
    try await bench.signIn()
    try answer(bench)
    let session = try await signIn(bench)
    #expect(session.providerID == "api" && session.subject == "user-1" && session.claims["scope"] == "pay")
    let request = try #require(bench.issuer.requests("/token").last)
    let fields = try #require(PercentEncoding.decodeForm(String(decoding: request.body ?? [], as: UTF8.self)))
    #expect(fields.filter { $0.name == "audience" }.map(\.value) == ["billing", "ledger"])
    #expect(
      request.form["subject_token"] == "access-1" && request.form["subject_token_type"] == Self.type + "access_token")
    #expect(request.form["requested_token_type"] == Self.type + "access_token" && request.form["scope"] == "pay")
    #expect(request.form["resource"] == "https://api.example/a" && request.form["client_id"] == "app")
    #expect(try await bench.auth.storedSession(provider: "oidc") != nil, "the source stays signed in")
  }

  /// Without a refresh token, a renewal exchanges a current token of the source.
  @Test func aRenewalExchangesAgain() async throws {
    let bench = try bench()
    try await bench.signIn()
    try answer(bench)
    let session = try await signIn(bench)
    let before = bench.issuer.requests("/token").count
    let renewed = try await bench.auth.refresh(provider: "api")
    #expect(renewed.id == session.id && renewed.generation == session.generation + 1)
    #expect(bench.issuer.requests("/token").dropFirst(before).map { $0.form["grant_type"] } == [Self.exchange])
    // A refused exchange ends the session.
    try answer(bench, ["error": "invalid_grant"])
    await #expect(throws: AuthError(.sessionRevoked, "")) { try await bench.auth.refresh(provider: "api") }
    #expect(try await bench.auth.storedSession(provider: "api") == nil)
  }

  @Test func aRefreshTokenIsUsedIfThereIsOne() async throws {
    let bench = try bench()
    try await bench.signIn()
    try answer(bench, ["refresh_token": "refresh-9"])
    _ = try await signIn(bench)
    bench.issuer.forget("/token")
    bench.issuer.answer("/token", ["access_token": "a-2", "token_type": "Bearer", "expires_in": 60])
    #expect(try await bench.auth.refresh(provider: "api").tokens.refresh == Secret("refresh-9"))
    #expect(bench.issuer.requests("/token").last?.form["grant_type"] == "refresh_token")
  }

  @Test func theRequestsTokenTakesPrecedence() async throws {
    let bench = try bench(["exchange": ["subjectTokenType": "jwt"]])
    try answer(bench)
    _ = try await signIn(bench, token: Secret("own"))
    let form = try #require(bench.issuer.requests("/token").last).form
    #expect(form["subject_token"] == "own" && form["subject_token_type"] == Self.type + "jwt")
  }

  @Test func withoutAUserAtTheSourceNothingIsSent() async throws {
    let bench = try bench()
    await #expect(throws: AuthError(.tokenRequired, "")) { try await signIn(bench) }
    #expect(bench.issuer.requests("/token").isEmpty)
  }

  /// The user comes from a token that the issuer signed, or from its API; never from the token that was sent.
  @Test func theUserIsVerified() async throws {
    let other = P256.Signing.PrivateKey()
    func token(_ claims: JSONObject, _ key: P256.Signing.PrivateKey) throws -> JSONValue {
      var all: JSONObject = ["iss": .string(TestIssuer.name), "sub": "user-1", "exp": 32_503_680_000]
      for member in claims.members { all[member.name] = member.value.isNull ? nil : member.value }
      return .string(try JWS.sign(claims: all, type: "at+jwt", keyID: "one", with: .p256(key)))
    }
    let bench = try bench()
    let cases: [(JSONObject, AuthError.Code)] = [
      (["access_token": try token([:], other)], .signatureInvalid), (["access_token": "opaque"], .malformedResponse),
      (["access_token": try token(["iss": "https://other.example"], bench.issuer.key)], .invalidToken),
      (["access_token": try token(["sub": .null], bench.issuer.key)], .invalidToken),
      (["issued_token_type": .string(Self.type + "saml2")], .malformedResponse),
      (["issued_token_type": .null], .malformedResponse), (["token_type": "N_A"], .malformedResponse),
    ]
    for (change, code) in cases {
      try answer(bench, change)
      await #expect(throws: AuthError(code, ""), "\(change)") { try await signIn(bench, token: Secret("own")) }
    }
    #expect(try await bench.auth.storedSession(provider: "api") == nil)
    // With an API, an opaque token will do.
    let asking = try self.bench(["userInfo": true])
    try answer(asking, ["access_token": "opaque"])
    asking.issuer.answer("/userinfo", ["sub": "user-7"])
    #expect(try await signIn(asking, token: Secret("own")).subject == "user-7")
  }

  @Test func theBlockBelongsToTheMethod() {
    #expect(throws: AuthError(.invalidConfiguration, "")) { try Bench(["exchange": ["audiences": ["a"]]]) }
    #expect(throws: AuthError(.invalidConfiguration, "")) {
      try Bench(["method": "token_exchange", "exchange": ["subjectTokenType": "password"]])
    }
  }
}
