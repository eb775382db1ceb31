import AuthCore
import AuthCrypto
import Testing

@testable import AuthOIDC

/// Pushed authorisation requests (RFC 9126): the page gets a reference, and the parameters go to the issuer directly.
@Suite struct PushedAuthorizationTests {
  private static let endpoint = JSONValue.string(TestIssuer.name + "/par")

  @Test func theParametersAreSentToTheIssuer() async throws {
    let bench = try Bench(["pushedAuthorization": "required", "resources": ["https://api.example/a"]])
    bench.issuer.announce("pushed_authorization_request_endpoint", Self.endpoint)
    bench.issuer.answer("/par", ["request_uri": "urn:example:1", "expires_in": 60], status: 201)
    let page = try await bench.page(bench.auth.signIn())
    #expect(page == ["client_id": "app", "request_uri": "urn:example:1"])
    let form = try #require(bench.issuer.requests("/par").first).form
    #expect(form["client_id"] == "app" && form["response_type"] == "code" && form["redirect_uri"] == Bench.redirect)
    #expect(form["state"]?.isEmpty == false && form["nonce"]?.isEmpty == false && form["code_challenge"]?.count == 43)
    #expect(form["resource"] == "https://api.example/a" && form["request_uri"] == nil)
  }

  /// RFC 9126 §2.1: the form has the client's id, although a header authenticates the client.
  @Test func theFormNamesTheClientBesideASecret() async throws {
    let bench = try Bench([
      "pushedAuthorization": "required", "clientSecret": ["env": "S"], "allowClientSecret": true,
    ])
    bench.issuer.announce("pushed_authorization_request_endpoint", Self.endpoint)
    bench.issuer.answer("/par", ["request_uri": "urn:example:1", "expires_in": 60], status: 201)
    _ = try await bench.page(bench.auth.signIn())
    let request = try #require(bench.issuer.requests("/par").first)
    #expect(request.headers["Authorization"]?.hasPrefix("Basic ") == true && request.form["client_id"] == "app")
  }

  /// RFC 9126 §2: the issuer is the audience of an assertion. At the token endpoint, it is that endpoint.
  @Test func anAssertionIsForTheIssuer() async throws {
    let key = P256.Signing.PrivateKey()
    let bench = try Bench(
      ["pushedAuthorization": "required", "clientKey": ["env": "KEY"]], environment: ["KEY": key.pemRepresentation])
    bench.issuer.announce("pushed_authorization_request_endpoint", Self.endpoint)
    bench.issuer.answer("/par", ["request_uri": "urn:example:1", "expires_in": 60], status: 201)
    let flow = bench.auth.signIn()
    _ = try await bench.page(flow)
    let pushed = try #require(bench.issuer.requests("/par").first).form
    bench.issuer.answer("/token", try bench.issuer.tokens(bench.issuer.claims(nonce: pushed["nonce"])))
    try await flow.resume(callback: bench.callback("code=c&state=\(pushed["state"] ?? "")"))
    _ = try await flow.result()
    for (path, audience) in [("/par", TestIssuer.name), ("/token", TestIssuer.name + "/token")] {
      let form = try #require(bench.issuer.requests(path).first).form
      let assertion = try JWS(compact: try #require(form["client_assertion"]))
      try assertion.verify(with: .p256(key.publicKey))
      #expect(try JSONValue(parsing: assertion.payload)["aud"]?.stringValue == audience)
    }
  }

  @Test func isUsedWhereTheIssuerRequiresIt() async throws {
    for isRequired in [true, false] {
      let bench = try Bench()
      bench.issuer.announce("pushed_authorization_request_endpoint", Self.endpoint)
      bench.issuer.announce("require_pushed_authorization_requests", .bool(isRequired))
      bench.issuer.answer("/par", ["request_uri": "urn:example:1", "expires_in": 60], status: 201)
      let page = try await bench.page(bench.auth.signIn())
      #expect((page["request_uri"] != nil) == isRequired && bench.issuer.requests("/par").isEmpty != isRequired)
    }
    let bench = try Bench(["pushedAuthorization": "off"])
    bench.issuer.announce("pushed_authorization_request_endpoint", Self.endpoint)
    bench.issuer.announce("require_pushed_authorization_requests", true)
    #expect(try await bench.page(bench.auth.signIn())["request_uri"] == nil)
  }

  @Test func refusalsAndMissingEndpointsAreTold() async throws {
    let bench = try Bench(["pushedAuthorization": "required"])
    await #expect(throws: AuthError(.invalidConfiguration, "")) { try await bench.page(bench.auth.signIn()) }
    bench.issuer.announce("pushed_authorization_request_endpoint", Self.endpoint)
    let cases: [(JSONObject, Int, AuthError.Code)] = [
      (["error": "invalid_client"], 401, .invalidConfiguration),
      (["error": "invalid_scope"], 400, .invalidConfiguration),
      (["expires_in": 60], 201, .malformedResponse), ([:], 500, .serverError),
      (["error": "invalid_target"], 200, .invalidConfiguration),
    ]
    for (body, status, code) in cases {
      let bench = try Bench(["pushedAuthorization": "required"])
      bench.issuer.announce("pushed_authorization_request_endpoint", Self.endpoint)
      bench.issuer.answer("/par", body, status: status)
      await #expect(throws: AuthError(code, "")) { try await bench.page(bench.auth.signIn()) }
    }
  }

  @Test func theSignInEndsAsWithoutIt() async throws {
    let bench = try Bench(["pushedAuthorization": "required"])
    bench.issuer.announce("pushed_authorization_request_endpoint", Self.endpoint)
    bench.issuer.answer("/par", ["request_uri": "urn:example:1", "expires_in": 60], status: 201)
    let flow = bench.auth.signIn()
    _ = try await bench.page(flow)
    let pushed = try #require(bench.issuer.requests("/par").first).form
    bench.issuer.answer("/token", try bench.issuer.tokens(bench.issuer.claims(nonce: pushed["nonce"])))
    try await flow.resume(callback: bench.callback("code=c&state=\(pushed["state"] ?? "")"))
    guard case .session(let session, _) = try await flow.result() else { throw AuthError.cancelled }
    #expect(session.subject == "user-1")
  }
}
