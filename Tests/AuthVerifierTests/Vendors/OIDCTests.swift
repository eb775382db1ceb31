import AuthCore
import AuthCrypto
import AuthVerifier
import AuthVerifierOIDC
import Testing

/// The tokens of an OpenID Connect issuer.
@Suite struct OIDCTests {
  @Test("An access token, without a request to the issuer but the first") func accessToken() async throws {
    let issuer = try IssuerBackend()
    for _ in 0..<5 {
      let principal = try await issuer.backend.verify(issuer.accessToken(("sid", "s1")))
      #expect(principal.provider == "oidc" && principal.tenant == IssuerBackend.issuer && principal.subject == "jane")
      #expect(principal.credential == .accessToken && principal.clientID == "app" && principal.sessionID == "s1")
      #expect(principal.scopes == ["read", "write"] && principal.user == nil && principal.keyThumbprint == nil)
    }
    #expect(issuer.backend.vendor.requests.map(\.path) == ["/.well-known/openid-configuration", "/keys"])
  }

  @Test("RFC 9068's claims are required", arguments: ["sub", "exp", "iat", "client_id", "jti", "aud", "iss"])
  func requiredClaims(_ claim: String) async throws {
    let issuer = try IssuerBackend()
    #expect(try await issuer.backend.refusal(issuer.accessToken((claim, nil)))?.reason == .invalidCredential)
  }

  @Test("Only the configured kinds of tokens are accepted") func kinds() async throws {
    let access = try IssuerBackend()
    #expect(try await access.backend.refusal(access.identityToken())?.reason == .invalidCredential)
    #expect(try await access.backend.refusal(access.accessToken(type: "JWT"))?.reason == .invalidCredential)
    let identity = try IssuerBackend(["identityTokens": true])
    #expect(try await identity.backend.refusal(identity.accessToken())?.reason == .invalidCredential)
    let principal = try await identity.backend.verify(identity.identityToken())
    #expect(principal.credential == .identityToken && principal.verifiedEmail == "jane@example.org")
    #expect(try await identity.backend.verify(identity.identityToken(("email_verified", "true"))).verifiedEmail == nil)
    let plain = try IssuerBackend(["audience": "https://api.example", "accessTokenTypes": ["JWT", "at+jwt"]])
    let token = try plain.accessToken(("jti", nil), ("scope", nil), ("scp", ["a", "b"]), type: "JWT")
    #expect(try await plain.backend.verify(token).scopes == ["a", "b"])
  }

  @Test("An opaque token is introspected") func introspection() async throws {
    let verifier: JSONObject = ["introspection": ["clientId": "api", "clientSecret": ["env": "SECRET"]]]
    let answer = Locked<JSONValue>([
      "active": true, "sub": "jane", "scope": "read", "client_id": "app", "exp": 1_800_000_100,
    ])
    let issuer = try IssuerBackend(verifier, environment: ["SECRET": "a:b"]) { request in
      request.headers["Authorization"] == "Basic " + Base64.encode(Array("api:a%3Ab".utf8))
        && String(decoding: request.body ?? [], as: UTF8.self).hasPrefix("token=opaque&")
        ? .json(answer.withLock { $0 }) : .json([:], status: 401)
    }
    let principal = try await issuer.backend.verify(Secret("opaque"))
    #expect(principal.subject == "jane" && principal.scopes == ["read"] && principal.clientID == "app")
    let refused: [JSONValue] = [
      ["active": false], ["active": "true", "sub": "jane"], ["active": true], ["active": true, "sub": ""],
      ["active": true, "sub": "jane", "exp": 1_799_999_999], [], "text",
      ["active": true, "sub": "jane", "client_id": "app", "iss": "https://other.example"],
      ["active": true, "sub": "jane", "client_id": "app", "cnf": ["x5t#S256": "a"]],
      // For another client or API (RFC 7662 §4).
      ["active": true, "sub": "jane"], ["active": true, "sub": "jane", "client_id": "other"],
      ["active": true, "sub": "jane", "client_id": "app", "aud": "https://other.example"],
      ["active": true, "sub": "jane", "client_id": "app", "aud": []],
      // A refresh token, a program's own token, and a bound token without its key.
      ["active": true, "sub": "jane", "client_id": "app", "token_use": "refresh_token"],
      ["active": true, "sub": "jane", "client_id": "app", "typ": "Refresh"],
      ["active": true, "sub": "app", "client_id": "app"],
      ["active": true, "sub": "jane", "client_id": "app", "token_type": "DPoP"],
    ]
    for value in refused {
      answer.withLock { $0 = value }
      #expect(try await issuer.backend.refusal(Secret("opaque"))?.reason == .invalidCredential)
    }
    let misconfigured = try IssuerBackend(verifier, environment: ["SECRET": "x"]) { _ in .json([:], status: 401) }
    let refusal = try await misconfigured.backend.refusal(Secret("opaque"))
    #expect(refusal?.reason == .unavailable && refusal?.cause?.code == .providerError)
  }

  @Test("An introspected token for this API is accepted, whatever its client") func introspectedAudience() async throws
  {
    let verifier: JSONObject = [
      "audience": "https://api.example", "introspection": ["clientId": "api", "clientSecret": ["env": "SECRET"]],
    ]
    let answer = Locked<JSONValue>(["active": true, "sub": "jane", "client_id": "x", "aud": ["https://api.example"]])
    let issuer = try IssuerBackend(verifier, environment: ["SECRET": "s"]) { _ in .json(answer.withLock { $0 }) }
    #expect(try await issuer.backend.verify(Secret("opaque")).clientID == "x")
    answer.withLock { $0 = ["active": true, "sub": "jane", "client_id": "x", "aud": "https://api.example/"] }
    #expect(try await issuer.backend.refusal(Secret("opaque"))?.reason == .invalidCredential)
  }

  @Test("No other token of the issuer passes as one of these") func otherTokens() async throws {
    let identity = try IssuerBackend(["identityTokens": true])
    for (name, value) in [("events", [:]), ("scope", "read"), ("scp", ["read"])] as [(String, JSONValue)] {
      #expect(try await identity.backend.refusal(identity.identityToken((name, value)))?.reason == .invalidCredential)
    }
    let plain = try IssuerBackend(["audience": "https://api.example", "accessTokenTypes": ["JWT", "at+jwt"]])
    let tokens = [
      try plain.accessToken(("nonce", "n"), type: "JWT"), try plain.accessToken(("at_hash", "h"), type: "JWT"),
      try plain.accessToken(("aud", ["https://api.example", "app"]), type: "JWT"), try plain.accessToken(("jti", nil)),
      try plain.accessToken(("sub", "app")), try plain.accessToken(("sub", "app"), type: "JWT"),
    ]
    for token in tokens { #expect(try await plain.backend.refusal(token)?.reason == .invalidCredential) }
    #expect(try await plain.backend.verify(plain.accessToken(type: "JWT")).subject == "jane")
  }

  @Test("A token for both audiences of a block is not ambiguous") func bothAudiences() async throws {
    let both = try IssuerBackend(["audience": "https://api.example", "identityTokens": true])
    let token = try both.accessToken(("aud", ["https://api.example", "app"]))
    #expect(try await both.backend.verify(token).credential == .accessToken)
  }

  @Test("A block of an app that registers itself accepts only the access tokens of RFC 9068")
  func withoutClient() async throws {
    let backend = try IssuerBackend(clientID: nil)
    #expect(try await backend.backend.verify(backend.accessToken()).subject == "jane")
    #expect(try await backend.backend.refusal(backend.accessToken(type: "JWT"))?.reason == .invalidCredential)
    for (own, field) in [
      (["identityTokens": true], "identityTokens"),
      (["audience": "https://api.example", "accessTokenTypes": ["JWT", "at+jwt"]], "accessTokenTypes"),
      (["introspection": ["clientId": "api", "clientSecret": ["env": "SECRET"]]], "audience"),
    ] as [(JSONObject, String)] {
      let fault = #expect(throws: AuthError.self) {
        try IssuerBackend(own, clientID: nil, environment: ["SECRET": "s"])
      }
      #expect(fault?.fieldErrors.first?.field == "$.providers.oidc.verifier." + field)
    }
  }

  @Test("A failing issuer is asked once in five seconds") func failingIssuer() async throws {
    let backend = try Backend(
      [
        "oidc": [
          "issuer": "https://issuer.example", "clientId": "app", "verifier": ["audience": "https://api.example"],
        ]
      ],
      plugins: [.oidc]
    ) { _ in .json([:], status: 500) }
    let token = try IssuerBackend().accessToken()
    for _ in 0..<10 { #expect(try await backend.refusal(token)?.reason == .unavailable) }
    #expect(backend.vendor.requests.count == 1)
  }

  @Test(
    "Faults of the block are named",
    arguments: [
      ([:], "$.providers.oidc.verifier.audience"), (["audience": "app"], "$.providers.oidc.verifier.audience"),
      (["audiance": "x", "identityTokens": true], "$.providers.oidc.verifier.audiance"),
      (["introspection": ["clientId": "api"]], "$.providers.oidc.verifier.introspection.clientSecret"),
      (["identityTokens": true, "leewaySeconds": 61], "$.providers.oidc.verifier.leewaySeconds"),
      (["identityTokens": true, "issuer": "http://issuer.example"], "$.providers.oidc.verifier.issuer"),
    ] as [(JSONObject, String)]) func faults(_ verifier: JSONObject, _ path: String) throws
  {
    do {
      _ = try IssuerBackend(verifier)
      Issue.record("the block was accepted")
    } catch let error as AuthError {
      #expect(error.code == .invalidConfiguration && error.fieldErrors.first?.field == path)
    }
  }
}
