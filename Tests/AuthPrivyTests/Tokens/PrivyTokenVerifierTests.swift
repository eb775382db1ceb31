import AuthCore
import AuthCrypto
import AuthPrivy
import AuthSandbox
import AuthTesting
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Verifying the vendor's tokens in a backend, with the keys that the vendor publishes.
@Suite struct PrivyTokenVerifierTests {
  private func verifier(_ app: SandboxedApp, appID: String? = nil) throws -> PrivyTokenVerifier {
    let block = try #require(app.sandbox.descriptor["privy"])
    return try PrivyTokenVerifier(
      appID: try appID ?? block.requiredString("appId"), transport: app.transport,
      apiBaseURL: try block.requiredString("apiBaseURL"), clock: app.clock)
  }

  @Test func acceptsEachTokenForItsOwnPurpose() async throws {
    let app = try SandboxedApp()
    let (session, _) = try await app.signIn()
    try app.server("POST", "/users/\(session.subject)/custom_metadata", ["custom_metadata": ["tier": "gold"]])
    app.clock.advance(by: .seconds(3600))
    let renewed = try await app.client.session()
    let verifier = try verifier(app)
    let access = try #require(renewed.tokens.access)
    let identity = try #require(renewed.tokens.identity)
    let own = try #require(renewed.tokens.other["privy_access_token"])
    let said = try await verifier.accessToken(access)
    #expect(said.userID == session.subject)
    #expect(said.appID == session.tenant)
    #expect(said.expiresAt == renewed.expiresAt)
    let user = try await verifier.identityToken(identity)
    #expect(user.userID == session.subject)
    #expect(user.linkedAccounts.map(\.kind) == [.customAuth(userID: "user-1")])
    #expect(user.customMetadata == ["tier": "gold"])
    #expect(user.userCreatedAt != nil)
    #expect(!user.isGuest)
    // Each token is valid only for its own purpose. The vendor's own token is refused for every purpose.
    #expect(await failure { _ = try await verifier.accessToken(identity) }?.code == .invalidToken)
    #expect(await failure { _ = try await verifier.identityToken(access) }?.code == .invalidToken)
    #expect(await failure { _ = try await verifier.accessToken(own) }?.code == .invalidToken)
    #expect(await failure { _ = try await verifier.accessToken(try app.identity.sign("user-1")) } != nil)
    app.clock.advance(by: .seconds(3600))
    #expect(await failure { _ = try await verifier.accessToken(access) }?.code == .tokenExpired)
  }

  @Test func identityTokenShowsGuestsAndNumbers() async throws {
    let app = try SandboxedApp(["guests": true], hasTokenProvider: false)
    let verifier = try verifier(app)
    _ = try await app.client.start(FlowRequest(method: .guest)).result()
    let guest = try #require(try await app.client.session().tokens.identity)
    #expect(try await verifier.identityToken(guest).isGuest)
    let flow = app.client.start(FlowRequest(identifier: "+14155550100", method: .smsOTP))
    _ = await flow.nextPrompt()
    try await flow.submit(code: try app.sandbox.lastCode(to: "+14155550100"))
    _ = try await flow.result()
    let user = try await verifier.identityToken(try #require(try await app.client.session().tokens.identity))
    #expect(!user.isGuest)
    #expect(user.linkedAccounts.map(\.kind) == [.phone("+14155550100")])
  }

  /// Tokens of the vendor's other apps, and of other issuers, even if the key is the same (RFC 8725 §3.8, §3.9).
  @Test func refusesTokensForAnotherAppOrByAnotherIssuer() async throws {
    let key = JWS.SigningKey.p256(P256.Signing.PrivateKey())
    let keys = try JWKSet([JWK(key.verificationKey, keyID: "k1")]).json
    let clock = ManualClock()
    let verifier = try PrivyTokenVerifier(
      appID: "app", transport: ScriptedTransport { (_) throws(AuthError) in .json(keys) }, clock: clock)
    let now = Int64(clock.now().timeIntervalSince1970)
    let changes: [(JSONObject, AuthError.Code?)] = [
      ([:], nil), (["aud": "other"], .invalidToken), (["aud": ["other"]], .invalidToken),
      (["aud": .null], .invalidToken),
      (["iss": "https://privy.io"], .invalidToken), (["iss": "evil.example"], .invalidToken),
    ]
    for (change, expected) in changes {
      func token(_ own: (String, JSONValue)) throws -> Secret {
        var claims: JSONObject = [
          "iss": "privy.io", "aud": "app", "sub": "did:privy:1", "iat": .integer(now), "exp": .integer(now + 60),
        ]
        claims[own.0] = own.1
        for member in change.members { claims[member.name] = member.value.isNull ? nil : member.value }
        return Secret(try JWS.sign(claims: claims, keyID: "k1", with: key))
      }
      let access = try token(("sid", "s"))
      let identity = try token(("linked_accounts", "[]"))
      #expect(await failure { _ = try await verifier.accessToken(access) }?.code == expected, "\(change)")
      #expect(await failure { _ = try await verifier.identityToken(identity) }?.code == expected, "\(change)")
    }
  }

  @Test func fetchesKeysOnlyOverASafeConnection() throws {
    let app = try SandboxedApp()
    for address in ["http://api.example", "ftp://api.example", "api.example", ""] {
      #expect(throws: AuthError(.invalidRequest, "")) {
        try PrivyTokenVerifier(appID: "app", transport: app.transport, apiBaseURL: address)
      }
    }
    for address in ["https://api.example", "http://127.0.0.1:8787"] {
      _ = try PrivyTokenVerifier(appID: "app", transport: app.transport, apiBaseURL: address)
    }
  }

  @Test func fetchesKeysOncePerApp() async throws {
    let app = try SandboxedApp()
    let (session, _) = try await app.signIn()
    let access = try #require(session.tokens.access)
    let verifier = try verifier(app)
    for _ in 0..<5 { _ = try await verifier.accessToken(access) }
    #expect(try app.sandbox.requestCount("/jwks.json") == 1)
    let other = try self.verifier(app, appID: "another")
    for _ in 0..<5 { #expect(await failure { _ = try await other.accessToken(access) }?.code == .serverError) }
    #expect(try app.sandbox.requestCount("/jwks.json") == 2)
  }
}
