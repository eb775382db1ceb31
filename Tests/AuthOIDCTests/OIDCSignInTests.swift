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

/// Sign-in, renewal and sign-out with an issuer in the same process.
@Suite struct OIDCSignInTests {
  @Test func sessionContainsTheIssuersClaims() async throws {
    let bench = try Bench()
    let session = try await bench.signIn()
    #expect(session.subject == "user-1" && session.tenant == TestIssuer.name && session.displayName == "Jane")
    #expect(session.identifier == "jane@example.com" && session.key == nil)
    #expect(session.expiresAt == bench.clock.now().addingTimeInterval(60))
    #expect(session.claims["nonce"] == nil && session.claims["scope"] == "openid email")
    let form = try #require(bench.issuer.requests("/token").first).form
    #expect(form["grant_type"] == "authorization_code" && form["client_id"] == "app")
    #expect(form["redirect_uri"] == Bench.redirect && form["client_secret"] == nil)
  }

  @Test func verifierMatchesTheChallenge() async throws {
    let bench = try Bench()
    let flow = bench.auth.signIn()
    let page = try await bench.page(flow)
    bench.issuer.answer("/token", try bench.issuer.tokens(bench.issuer.claims(nonce: page["nonce"])))
    try await flow.resume(callback: bench.callback("code=c&state=\(page["state"] ?? "")"))
    _ = try await flow.result()
    let verifier = try #require(bench.issuer.requests("/token").first?.form["code_verifier"])
    #expect(PKCE.verify(verifier: verifier, challenge: page["code_challenge"] ?? ""))
    #expect(page["code_challenge_method"] == "S256")
  }

  @Test func refusesTokensForAnotherRequest() async throws {
    let changes: [(String, @Sendable (inout JSONObject) -> Void)] = [
      ("nonce", { $0["nonce"] = "other" }), ("no nonce", { $0["nonce"] = nil }),
      ("issuer", { $0["iss"] = "https://evil.example" }), ("issuer's slash", { $0["iss"] = "https://issuer.example/" }),
      ("audience", { $0["aud"] = "other" }), ("no audience", { $0["aud"] = nil }),
      ("party", { $0["azp"] = "other" }), ("several audiences", { $0["aud"] = ["app", "other"] }),
      ("expired", { $0["exp"] = 1 }), ("no expiry", { $0["exp"] = nil }),
      ("expiry as text", { $0["exp"] = "9999999999" }),
      ("future", { $0["iat"] = 9_999_999_999 }), ("no subject", { $0["sub"] = nil }),
      ("another access token", { $0["at_hash"] = "AAAAAAAAAAAAAAAAAAAAAA" }), ("at_hash", { $0["at_hash"] = 1 }),
    ]
    for (name, change) in changes {
      let bench = try Bench()
      do {
        _ = try await bench.signIn(change)
        Issue.record("\(name): the ID token was accepted")
      } catch let error as AuthError {
        #expect([.invalidToken, .tokenExpired].contains(error.code), "\(name): \(error)")
      }
      #expect(try await bench.sessions.list().isEmpty)
    }
  }

  @Test func acceptsTheRightHash() async throws {
    let bench = try Bench()
    // The left half of the SHA-256 hash of "access-1".
    let hash = Base64URL.encode(Array(SHA256.hash(data: Array("access-1".utf8))).prefix(16))
    #expect(hash.utf8.count == 22)
    try await bench.signIn { $0["at_hash"] = .string(hash) }
    try await Bench().signIn {
      $0["aud"] = ["app", "other"]; $0["azp"] = "app"
    }
  }

  @Test func refusesTokensOfAnotherKey() async throws {
    let bench = try Bench()
    let flow = bench.auth.signIn()
    let page = try await bench.page(flow)
    let forger = TestIssuer(clock: bench.clock)
    bench.issuer.answer("/token", try forger.tokens(forger.claims(nonce: page["nonce"])))
    try await flow.resume(callback: bench.callback("code=c&state=\(page["state"] ?? "")"))
    await #expect(throws: AuthError(.signatureInvalid, "")) { try await flow.result() }
  }

  /// The header does not select the algorithm (RFC 8725 §3.1): `none`, and HMAC with a known value, are refused.
  @Test func refusesTokensByOtherAlgorithms() async throws {
    let known = P256.Signing.PrivateKey()
    let keys: [JWS.SigningKey] = [
      .hmac(SymmetricKey(data: Array("a secret that the client shares, 32".utf8)), .hs256),
      .hmac(SymmetricKey(data: known.publicKey.derRepresentation), .hs256), .p256(known),
    ]
    for index in 0...keys.count {
      let bench = try Bench()
      let flow = bench.auth.signIn()
      let page = try await bench.page(flow)
      let claims = bench.issuer.claims(nonce: page["nonce"])
      var answer = try bench.issuer.tokens(claims)
      if index < keys.count {
        answer["id_token"] = .string(try JWS.sign(claims: claims, keyID: "one", with: keys[index]))
      } else {
        let head = Base64URL.encode(#"{"alg":"none"}"#.utf8)
        answer["id_token"] = .string(head + "." + Base64URL.encode(JSONValue.object(claims).serialized) + ".")
      }
      bench.issuer.answer("/token", answer)
      try await flow.resume(callback: bench.callback("code=c&state=\(page["state"] ?? "")"))
      let error = try #require(await failure(of: flow), "the sign-in succeeded")
      #expect([.invalidToken, .signatureInvalid].contains(error.code), "\(error)")
    }
  }

  @Test func requiresAnAnnouncedIssuerInTheCallback() async throws {
    let bench = try Bench()
    bench.issuer.announce("authorization_response_iss_parameter_supported", true)
    let flow = bench.auth.signIn()
    let page = try await bench.page(flow)
    try await flow.resume(callback: bench.callback("code=c&state=\(page["state"] ?? "")"))
    #expect(await failure(of: flow)?.code == .redirectMismatch)
    #expect(bench.issuer.requests("/token").isEmpty, "the code is not sent")
  }

  @Test func signUpRequestsTheIssuersForm() async throws {
    let bench = try Bench()
    let page = try await bench.page(bench.auth.start(FlowRequest(identifier: "jane@example.com", purpose: .signUp)))
    #expect(page["prompt"] == "create" && page["login_hint"] == "jane@example.com")
    #expect(try await bench.page(bench.auth.signIn())["prompt"] == nil)
  }

  /// Without the issuer's keys, the response could not be verified, and the code would be used up.
  @Test func fetchesTheIssuersKeysBeforeTheExchange() async throws {
    let bench = try Bench()
    let flow = bench.auth.signIn()
    let page = try await bench.page(flow)
    bench.issuer.answer("/jwks") { (_) throws(AuthError) in throw AuthError(.network, "") }
    try await flow.resume(callback: bench.callback("code=c&state=\(page["state"] ?? "")"))
    #expect(await failure(of: flow)?.code == .network)
    #expect(bench.issuer.requests("/token").isEmpty)
  }

  @Test func onlyAnAuthoritativeRefusalEndsASession() async throws {
    let passing: [(Int, String)] = [
      (500, ""), (503, #"{"error":"invalid_grant"}"#), (429, ""), (408, ""), (400, ""), (400, "<html>"), (400, "{}"),
      (401, #"{"error":"invalid_client"}"#), (200, ""), (200, "{}"), (403, ""), (404, ""), (302, ""),
      (400, #"{"error":"use_dpop_nonce"}"#), (400, #"{"error":"invalid_request"}"#),
    ]
    for (status, body) in passing {
      let bench = try Bench()
      let session = try await bench.signIn()
      bench.issuer.forget("/token")
      bench.issuer.answer("/token") { (_) throws(AuthError) in
        TransportResponse(status: status, body: Array(body.utf8))
      }
      await #expect(throws: AuthError.self, "\(status) \(body)") { try await bench.auth.refresh() }
      await #expect(throws: AuthError.self, "\(status) \(body)") { try await bench.auth.refresh() }
      #expect(try await bench.auth.storedSession()?.id == session.id, "\(status) \(body)")
    }
  }

  @Test func networkFailuresKeepTheSession() async throws {
    for code: AuthError.Code in [.network, .timeout, .tls, .cancelled, .responseTooLarge] {
      let bench = try Bench()
      let session = try await bench.signIn()
      bench.issuer.forget("/token")
      bench.issuer.answer("/token") { (_) throws(AuthError) in throw AuthError(code, "") }
      await #expect(throws: AuthError.self) { try await bench.auth.refresh() }
      #expect(try await bench.auth.storedSession()?.id == session.id)
    }
  }

  @Test func refusalEndsTheSessionOnce() async throws {
    let bench = try Bench()
    try await bench.signIn()
    bench.issuer.forget("/token")
    bench.issuer.answer("/token", ["error": "invalid_grant"], status: 400)
    await #expect(throws: AuthError(.sessionRevoked, "")) { try await bench.auth.refresh() }
    #expect(try await bench.auth.storedSession() == nil)
    let count = bench.issuer.requests("/token").count
    await #expect(throws: AuthError(.notSignedIn, "")) { try await bench.auth.refresh() }
    #expect(bench.issuer.requests("/token").count == count)
  }

  @Test func acceptsAnEmptyRefusalIfConfigured() async throws {
    let bench = try Bench(["refusedRefresh": "emptyAnswer"])
    try await bench.signIn()
    bench.issuer.forget("/token")
    bench.issuer.answer("/token") { (_) throws(AuthError) in TransportResponse(status: 400) }
    await #expect(throws: AuthError(.sessionRevoked, "")) { try await bench.auth.refresh() }
    #expect(try await bench.auth.storedSession() == nil)
  }

  /// LemonLDAP::NG 2.16 says so of a refresh token that it no longer knows.
  @Test func anInvalidRequestEndsASessionOnlyIfConfigured() async throws {
    for (setting, code) in [("standard", AuthError.Code.providerError), ("invalidRequest", .sessionRevoked)] {
      let bench = try Bench(["refusedRefresh": .string(setting)])
      try await bench.signIn()
      bench.issuer.forget("/token")
      bench.issuer.answer("/token", ["error": "invalid_request"], status: 400)
      let error = await #expect(throws: AuthError(code, "")) { try await bench.auth.refresh() }
      #expect(error?.message.lowercased().contains("sign in") == true)
      #expect(try await bench.auth.storedSession() == nil || code == .providerError)
    }
    // A busy server's answer is about the server.
    for status in [403, 429, 503] {
      let bench = try Bench(["refusedRefresh": "invalidRequest"])
      try await bench.signIn()
      bench.issuer.forget("/token")
      bench.issuer.answer("/token", ["error": "invalid_request"], status: status)
      let error = await #expect(throws: AuthError.self) { try await bench.auth.refresh() }
      #expect(error?.code != .sessionRevoked && error?.isTransient == (status != 403), "\(status)")
      #expect(try await bench.auth.storedSession() != nil)
    }
  }

  @Test func refusesARenewalForAnotherUser() async throws {
    let bench = try Bench()
    let session = try await bench.signIn()
    bench.issuer.forget("/token")
    var claims = bench.issuer.claims(nonce: nil)
    claims["sub"] = "user-2"
    bench.issuer.answer("/token", try bench.issuer.tokens(claims, access: "access-2"))
    await #expect(throws: AuthError(.invalidToken, "")) { try await bench.auth.refresh() }
    #expect(try await bench.auth.storedSession()?.subject == session.subject)
  }

  @Test func keepsTokensThatAreNotRenewed() async throws {
    let bench = try Bench()
    let session = try await bench.signIn()
    bench.issuer.forget("/token")
    bench.issuer.answer("/token", ["access_token": "access-2", "token_type": "Bearer", "expires_in": 60])
    let renewed = try await bench.auth.refresh()
    #expect(renewed.tokens.access == Secret("access-2"))
    #expect(renewed.tokens.refresh == session.tokens.refresh && renewed.tokens.identity == session.tokens.identity)
  }

  @Test func refusesFurtherScopesInARenewal() async throws {
    let bench = try Bench()
    try await bench.signIn()
    bench.issuer.forget("/token")
    bench.issuer.answer(
      "/token", ["access_token": "a", "token_type": "Bearer", "scope": "openid email admin", "expires_in": 60])
    await #expect(throws: AuthError(.malformedResponse, "")) { try await bench.auth.refresh() }
  }

  @Test func signOutRevokesTheTokenAtTheIssuer() async throws {
    let bench = try Bench(["postLogoutRedirectURL": "com.example.app:/done"])
    let session = try await bench.signIn()
    bench.issuer.answer("/revoke", [:])
    let result = try await bench.auth.signOut()
    let request = try #require(bench.issuer.requests("/revoke").first)
    #expect(request.form["token"] == session.tokens.refresh?.revealText())
    #expect(request.form["token_type_hint"] == "refresh_token" && request.form["client_id"] == "app")
    #expect(result.redirects.first?.callbackScheme == "com.example.app")
    #expect(result.redirects.first?.url.absoluteString.hasPrefix("https://issuer.example/logout?") == true)
  }

  @Test func refusesOtherPurposesWithoutARequest() async throws {
    let bench = try Bench()
    let session = try await bench.signIn()
    let before = bench.issuer.requests("/authorize").count
    for purpose: FlowRequest.Purpose in [.enroll(.passkey), .link(.passkey), .manage] {
      let flow = bench.auth.start(FlowRequest(purpose: purpose, session: session))
      await #expect(throws: AuthError(.unsupported, "")) { try await flow.result() }
    }
    let wrong = bench.auth.start(FlowRequest(method: .smsOTP))
    await #expect(throws: AuthError(.methodNotAvailable, "")) { try await wrong.result() }
    #expect(bench.issuer.requests("/authorize").count == before)
  }

  /// Puts secrets into all inputs and searches for them in all visible output.
  @Test func outputContainsNoSecret() async throws {
    let bench = try Bench()
    let flow = bench.auth.signIn()
    let page = try await bench.page(flow)
    bench.issuer.answer("/token", ["error": "canary-error", "error_description": "canary-text"], status: 400)
    try await flow.resume(callback: bench.callback("code=canary-code&state=\(page["state"] ?? "")"))
    let error = try #require(await failure(of: flow), "the sign-in succeeded")
    #expect(!"\(error) \(error.vendorCode ?? "") \(String(reflecting: error))".contains("canary"))
    #expect(!bench.observer.dumpedText.contains("canary"))
    let sent = try #require(bench.issuer.requests("/token").first?.form["code_verifier"])
    #expect(!bench.observer.dumpedText.contains(sent))
  }

  /// A separate function, because the compiler rejects the cast of a typed error inside an untyped function.
  private func failure(of flow: AuthFlow) async -> AuthError? {
    do throws(AuthError) {
      _ = try await flow.result()
      return nil
    } catch {
      return error
    }
  }
}
