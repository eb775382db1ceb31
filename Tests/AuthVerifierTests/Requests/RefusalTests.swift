import AuthCore
import AuthCrypto
import AuthVerifier
import AuthVerifierOIDC
import Testing

/// A refusal says what the client can do, and nothing about the check that failed (RFC 6750 §3, RFC 9449 §7.1,
/// RFC 9470 §3).
@Suite struct RefusalTests {
  private static func challenges(_ refusal: RequestRefusal?) -> [String] {
    refusal?.headers.values(of: "WWW-Authenticate") ?? []
  }

  @Test("A request without a credential gets a challenge without an error") func noCredential() async throws {
    var options = RequestVerifier.Options()
    options.realm = "a \"b\" c"
    let refusal = try await IssuerBackend(options: options).backend.refusal([:])
    #expect(refusal?.reason == .noCredential && refusal?.status == 401)
    #expect(
      Self.challenges(refusal) == [
        #"Bearer realm="a \"b\" c""#, #"DPoP realm="a \"b\" c", algs="ES256 EdDSA""#,
      ])
    #expect(refusal?.headers["Cache-Control"] == "no-store")
  }

  @Test(
    "Ambiguous and malformed credentials are a bad request",
    arguments: [
      ["Bearer a", "Bearer a"], ["Bearer"], ["Bearer "], ["Bearer a b"], ["Bearer a,b"], ["Bearer ="], [""],
      ["Bearer ä"],
      ["Bearer " + String(repeating: "a", count: 16_385)],
    ]) func malformed(_ values: [String]) async throws
  {
    var headers = HTTPHeaders()
    for value in values { headers.add("authorization", value) }
    let refusal = try await IssuerBackend().backend.refusal(headers)
    #expect(refusal?.reason == .malformed && refusal?.status == 400)
    #expect(Self.challenges(refusal).first == #"Bearer error="invalid_request""#)
  }

  @Test("Every invalid token gets the same response") func sameResponse() async throws {
    let issuer = try IssuerBackend()
    let stranger = try IssuerBackend()
    let tokens = [
      try issuer.accessToken(("exp", 1_799_999_000)), try issuer.accessToken(("aud", "other")),
      try issuer.accessToken(("iss", "https://other.example")), try stranger.accessToken(), Secret("opaque"),
      try issuer.accessToken(("sub", nil)), Secret("a.b.c"), try issuer.accessToken(type: "JWT"),
    ]
    for token in tokens {
      let refusal = try #require(try await issuer.backend.refusal(token))
      #expect(refusal.status == 401 && refusal.body == ["error": "invalid_token"])
      #expect(Self.challenges(refusal).first == #"Bearer error="invalid_token""#)
      #expect(refusal.headers.fields.map(\.name) == ["Cache-Control", "WWW-Authenticate", "WWW-Authenticate"])
    }
    #expect(try await issuer.backend.refusal(["Authorization": "Basic YTpi"])?.reason == .invalidCredential)
  }

  @Test("The log gets the reason, without a part of the token") func cause() async throws {
    let issuer = try IssuerBackend()
    let token = try issuer.accessToken(("exp", 1_799_999_000))
    let refusal = try #require(try await issuer.backend.refusal(token))
    let cause = try #require(refusal.cause)
    #expect(cause.code == .tokenExpired && cause.provider == "oidc")
    for part in token.revealText().split(separator: ".") { #expect(!"\(refusal)".contains(part)) }
  }

  @Test("What a route requires is in the challenge") func requirements() async throws {
    let issuer = try IssuerBackend(["audience": "https://api.example", "identityTokens": true])
    let token = try issuer.accessToken().revealText()
    let scopes = try await issuer.backend.refusal(
      ["Authorization": "Bearer " + token], requiring: AccessRequirement(scopes: ["write", "admin"]))
    #expect(scopes?.status == 403 && scopes?.body == ["error": "insufficient_scope"])
    #expect(Self.challenges(scopes).first == #"Bearer error="insufficient_scope", scope="write admin""#)
    let granted = try await issuer.backend.verify(
      ["Authorization": "Bearer " + token], requiring: AccessRequirement(scopes: ["write", "read"]))
    #expect(granted.scopes == ["read", "write"])

    let identity: HTTPHeaders = ["Authorization": "Bearer " + (try issuer.identityToken()).revealText()]
    let stronger = AccessRequirement(contexts: ["3", "4"], maximumAuthenticationAge: .seconds(600))
    let refusal = try await issuer.backend.refusal(identity, requiring: stronger)
    #expect(refusal?.status == 401)
    #expect(
      Self.challenges(refusal).first
        == #"Bearer error="insufficient_user_authentication", acr_values="3 4", max_age="600""#)
    let recent = AccessRequirement(maximumAuthenticationAge: .seconds(99))
    #expect(try await issuer.backend.refusal(identity, requiring: recent)?.status == 401)
    let met = AccessRequirement(contexts: ["2"], maximumAuthenticationAge: .seconds(100))
    #expect(try await issuer.backend.refusal(identity, requiring: met) == nil)
    let unknown = AccessRequirement(maximumAuthenticationAge: .seconds(1_000_000))
    #expect(try await issuer.backend.refusal(["Authorization": "Bearer " + token], requiring: unknown)?.status == 401)
  }

  @Test(
    "Bodies are limited before a token is checked",
    arguments: [
      ("1048576", 401), ("1048577", 413), ("-1", 400), ("x", 400), ("99999999999999999999", 413), ("+5", 400),
    ]) func bodies(_ length: String, _ status: Int) async throws
  {
    let issuer = try IssuerBackend()
    let headers: HTTPHeaders = ["Content-Length": length, "Authorization": "Bearer opaque"]
    #expect(try await issuer.backend.refusal(headers)?.status == status)
    #expect(issuer.backend.vendor.requests.isEmpty)
  }

  @Test("A vendor that does not answer makes no credential invalid") func unavailable() async throws {
    let backend = try Backend(
      [
        "oidc": [
          "issuer": "https://issuer.example", "clientId": "app", "verifier": ["audience": "https://api.example"],
        ]
      ],
      plugins: [.oidc]
    ) { _ throws(AuthError) in throw AuthError(.network, "No route.", retryAfter: .seconds(7)) }
    let refusal = try await backend.refusal(IssuerBackend().accessToken())
    #expect(refusal?.status == 503 && refusal?.headers["Retry-After"] == "7")
    #expect(Self.challenges(refusal).isEmpty && refusal?.body == ["error": "temporarily_unavailable"])
  }
}
