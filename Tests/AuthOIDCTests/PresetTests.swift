import AuthCore
import AuthCrypto
import Testing

@testable import AuthOIDC

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What the presets change in a sign-in.
@Suite struct PresetTests {
  /// LinkedIn refuses a challenge and repeats no nonce.
  @Test func linkedInGetsNoChallengeAndNoNonce() async throws {
    let bench = try Bench(
      [
        "preset": "linkedin", "issuer": "https://www.linkedin.com/oauth", "clientSecret": ["env": "S"],
        "allowClientSecret": true,
      ], name: "https://www.linkedin.com/oauth")
    let flow = bench.auth.signIn()
    let page = try await bench.page(flow)
    #expect(page["code_challenge"] == nil && page["nonce"] == nil && page["state"]?.isEmpty == false)
    var answer = try bench.issuer.tokens(bench.issuer.claims(nonce: nil))
    answer["scope"] = "email,openid"
    bench.issuer.answer("/token", answer)
    try await flow.resume(callback: bench.callback("code=c&state=\(page["state"] ?? "")"))
    guard case .session(let session, _) = try await flow.result() else { throw AuthError.cancelled }
    #expect(session.claims["scope"] == "email openid")
    let form = try #require(bench.issuer.requests("/token").first).form
    #expect(form["code_verifier"] == nil && form["client_secret"] == "canary")
  }

  /// Google names the scope 'email' by an address, and older tokens its issuer without the scheme.
  @Test func googleNamesScopesAndItselfOtherwise() async throws {
    let bench = try Bench(["preset": "google", "issuer": .string(Self.google)], name: Self.google)
    let flow = bench.auth.signIn()
    let page = try await bench.page(flow)
    #expect(page["access_type"] == "offline" && page["prompt"] == "consent")
    var claims = bench.issuer.claims(nonce: page["nonce"])
    claims["iss"] = "accounts.google.com"
    var answer = try bench.issuer.tokens(claims)
    answer["scope"] = "openid https://www.googleapis.com/auth/userinfo.email"
    bench.issuer.answer("/token", answer)
    try await flow.resume(
      callback: bench.callback("code=c&state=\(page["state"] ?? "")&iss=https://accounts.google.com"))
    guard case .session(let session, _) = try await flow.result() else { throw AuthError.cancelled }
    #expect(session.tenant == Self.google)
  }

  /// A callback has the issuer's one name (RFC 9207 §2.4).
  @Test func aCallbackMayNotUseAnotherName() async throws {
    let bench = try Bench(["preset": "google", "issuer": .string(Self.google)], name: Self.google)
    let flow = bench.auth.signIn()
    let page = try await bench.page(flow)
    try? await flow.resume(callback: bench.callback("code=c&state=\(page["state"] ?? "")&iss=accounts.google.com"))
    await #expect(throws: AuthError(.redirectMismatch, "")) { try await flow.result() }
  }

  private static let google = "https://accounts.google.com"

  /// Without the preset, the same tokens are refused.
  @Test func otherIssuersHaveOneName() async throws {
    let bench = try Bench()
    await #expect(throws: AuthError(.invalidToken, "")) { try await bench.signIn { $0["iss"] = "accounts.google.com" } }
  }

  /// `prompt=create` is sent only where it may be known, and replaces a configured `prompt`.
  @Test func aSignUpAsksForCreationWhereTheIssuerMayKnowIt() async throws {
    for (values, expected) in [(JSONValue.null, "create"), (["create"], "create"), (["login"], "login")] {
      let bench = try Bench(["authorizationParameters": ["prompt": "login"]])
      if !values.isNull { bench.issuer.announce("prompt_values_supported", values) }
      let flow = bench.auth.start(FlowRequest(purpose: .signUp))
      #expect(try await bench.page(flow)["prompt"] == expected)
    }
    let bench = try Bench(["preset": "google", "issuer": .string(Self.google)], name: Self.google)
    #expect(try await bench.page(bench.auth.start(FlowRequest(purpose: .signUp)))["prompt"] == "consent")
  }

  /// The values themselves, which no other test would notice.
  @Test func presetsHaveTheResearchedValues() {
    let inForm = OIDCPreset.allCases.filter(\.values.takesSecretInForm)
    #expect(OIDCPreset.allCases.filter { $0.values.metadata != nil } == [.apple])
    #expect(inForm == [.google, .entra, .github, .slack, .linkedin])
    #expect(OIDCPreset.allCases.filter(\.values.hasSignedSecret) == [.apple])
    #expect(OIDCPreset.allCases.filter { !$0.values.sharedPaths.isEmpty } == [.entra])
    #expect(OIDCPreset.allCases.filter { !$0.values.acceptsPKCE || !$0.values.repeatsNonce } == [.linkedin])
    #expect(OIDCPreset.allCases.filter(\.values.grantsOtherScopes) == [.google, .entra])
    #expect(OIDCPreset.allCases.filter(\.values.issuerMayDiffer) == [.gitlab])
    #expect(OIDCPreset.allCases.filter(\.values.namesItselfInCallbacks) == [.discord])
    #expect(OIDCPreset.allCases.filter { $0.values.scopes.contains("offline_access") } == [.entra, .okta, .auth0])
    #expect(OIDCPreset.apple.values.aliases == ["https://account.apple.com"])
    #expect(OIDCPreset.github.values.refusals == ["invalid_grant", "bad_refresh_token"])
    let gitHub = OIDCPreset.github.values.endpoints
    #expect(gitHub?.authorization?.absoluteString == "https://github.com/login/oauth/authorize")
    #expect(gitHub?.token.absoluteString == "https://github.com/login/oauth/access_token")
    #expect(gitHub?.device?.absoluteString == "https://github.com/login/device/code")
    #expect(gitHub?.userInfo.absoluteString == "https://api.github.com/user" && gitHub?.subject == "id")
    #expect(gitHub?.scopeSeparator == .comma)
    let discord = OIDCPreset.discord.values.endpoints
    #expect(discord?.authorization?.absoluteString == "https://discord.com/oauth2/authorize")
    #expect(discord?.token.absoluteString == "https://discord.com/api/oauth2/token")
    #expect(discord?.revocation?.absoluteString == "https://discord.com/api/oauth2/token/revoke")
    #expect(discord?.userInfo.absoluteString == "https://discord.com/api/users/@me" && discord?.subject == "id")
  }

  /// Apple's metadata have been redirected and have named another issuer. They are not fetched.
  @Test func applesAddressesAreFixed() async throws {
    let key = P256.Signing.PrivateKey()
    let apple = "https://appleid.apple.com"
    let bench = try Bench(
      [
        "preset": "apple", "issuer": .string(apple), "clientKey": ["env": "KEY"], "clientKeyId": "K1",
        "clientKeyTeam": "TEAM", "scopes": ["openid"],
      ], name: apple, environment: ["KEY": key.pemRepresentation])
    bench.issuer.answer("/.well-known/openid-configuration", [:], status: 301)
    let flow = bench.auth.signIn()
    for await update in flow {
      guard case .prompt(.redirect(let page), _) = update else { continue }
      #expect(page.url.absoluteString.hasPrefix(apple + "/auth/authorize?"))
      await flow.cancel()
    }
    #expect(bench.issuer.requests("/.well-known/openid-configuration").isEmpty)
    let known = try await OIDCIssuer(try Self.configuration(bench), transport: bench.issuer, clock: bench.clock).known()
    #expect(known.metadata.tokenEndpoint.absoluteString == apple + "/auth/token")
    #expect(known.metadata.keysURL?.absoluteString == apple + "/auth/keys")
    #expect(known.metadata.revocationEndpoint?.absoluteString == apple + "/auth/revoke")
    #expect(known.metadata.algorithms == [.rs256] && known.metadata.takesSecretInForm)
  }

  private static func configuration(_ bench: Bench) throws -> OIDCConfiguration {
    try #require(try bench.auth.provider() as? OIDCProvider).configuration
  }

  /// A preset's differences do not reach another server.
  @Test func aPresetHasOneIssuer() throws {
    for preset in ["google", "github", "linkedin", "apple"] {
      #expect(throws: AuthError(.invalidConfiguration, "")) { try Bench(["preset": .string(preset)]) }
    }
    for issuer in ["common", "organizations"] {
      #expect(throws: AuthError(.invalidConfiguration, "")) {
        try Bench(["preset": "entra", "issuer": .string("https://login.microsoftonline.com/\(issuer)/v2.0")])
      }
    }
    _ = try Bench(["preset": "gitlab"])
  }

  /// Without PKCE, only a client with a secret is protected.
  @Test func aPublicClientNeedsPKCE() throws {
    let error = #expect(throws: AuthError.self) {
      try Bench(["preset": "linkedin", "issuer": "https://www.linkedin.com/oauth"])
    }
    #expect(error?.message.contains("clientSecret") == true)
  }

  /// Google's answer for devices has an older name for the page.
  @Test func theOlderNameOfThePageIsRead() throws {
    let answer: JSONObject = [
      "device_code": "d", "user_code": "ABCD", "verification_url": "https://www.google.com/device", "expires_in": 600,
    ]
    let now = Date(timeIntervalSince1970: 0)
    #expect(
      try PendingDeviceAuthorization(.object(answer), issuer: Self.google, now: now).verificationURL.host()
        == "www.google.com")
    var both = answer
    both["verification_uri"] = "https://example.com/device"
    #expect(try PendingDeviceAuthorization(.object(both), issuer: "", now: now).verificationURL.host() == "example.com")
  }

  @Test func cognitoReturnsByAParameterOfItsOwn() async throws {
    let without = try Bench(["preset": "cognito"])
    try await without.signIn()
    #expect(try await without.auth.signOut().redirects.isEmpty)
    let bench = try Bench(["preset": "cognito", "postLogoutRedirectURL": "https://app.example/bye"])
    try await bench.signIn()
    let page = try #require(try await bench.auth.signOut().redirects.first).url.absoluteString
    #expect(page.contains("logout_uri=https%3A%2F%2Fapp.example%2Fbye") && !page.contains("post_logout"))
  }
}
