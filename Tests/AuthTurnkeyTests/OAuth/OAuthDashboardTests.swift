import AuthCore
import AuthSandbox
import AuthTesting
import Testing

@testable import AuthTurnkey

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Settings from the vendor's dashboard and from the configuration, and apps with several client ids at one provider.
@Suite struct OAuthDashboardTests {
  private static let dashboard: JSONValue = [
    "enabledProviders": ["google"], "sessionExpirationSeconds": "900", "organizationId": "o",
    "oauthClientIds": ["google": "dash-google", "x": "dash-x", "apple": "dash-apple"],
    "oauthRedirectUrl": "https://dash.test/back",
  ]

  private func app(_ oauth: JSONObject, hasDashboard: Bool = true) throws -> SandboxedApp {
    try SandboxedApp(sharing: try Sandbox(clock: ManualClock()), ["oauth": .object(oauth)]) { request in
      guard request.url.path.hasSuffix("/v1/wallet_kit_config") else { return nil }
      return hasDashboard
        ? .json(Self.dashboard) : .json(["code": 7, "message": "origin is not allowed", "details": []], status: 403)
    }
  }

  private func page(_ app: SandboxedApp, _ method: String) async throws -> [String: String] {
    let flow = app.client.start(FlowRequest(method: .oauth(method)))
    guard case .redirect(let redirect)? = await flow.nextPrompt()?.prompt else {
      throw AuthError(.internalError, "no redirect: \(flow.current)")
    }
    let fields = try #require(PercentEncoding.decodeForm(redirect.url.absoluteString.drop { $0 != "?" }.dropFirst()))
    return Dictionary(fields.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
  }

  @Test("T29: client id and redirect page come independently from the configuration or the dashboard")
  func resolvesEachValueIndependently() async throws {
    let client = try await page(try app(["appScheme": "app", "google": ["clientId": "mine"]]), "google")
    #expect(client["clientId"] == "mine")
    #expect(client["redirectUri"] == "https://dash.test/back?scheme=app")
    let redirect = try await page(
      try app(["appScheme": "app", "redirectUri": "https://own.test/back"]), "google")
    #expect(redirect["clientId"] == "dash-google")
    #expect(redirect["redirectUri"] == "https://own.test/back?scheme=app")
    // A provider's block can have a redirect without a client id; the dashboard supplies the client id.
    let own = try app([
      "appScheme": "app", "google": ["redirectUri": "https://own.test/google"],
      "x": ["redirectUri": "https://own.test/x"],
    ])
    let google = try await page(own, "google")
    #expect(google["clientId"] == "dash-google")
    #expect(google["redirectUri"] == "https://own.test/google?scheme=app")
    let x = try await page(own, "x")
    #expect(x["client_id"] == "dash-x")
    #expect(x["redirect_uri"] == "https://own.test/x")
    #expect(try own.provider().methods.contains(.oauth("google")))
    // If both are configured, the dashboard is not queried.
    let near = try app(["appScheme": "app", "redirectUri": "https://c.test", "google": ["clientId": "mine"]])
    _ = try await page(near, "google")
    #expect(near.wire.requests.allSatisfy { !$0.url.path.hasSuffix("/v1/wallet_kit_config") })
  }

  @Test("T29: without a page in the dashboard the vendor's own page is used")
  func usesTheVendorsPageByDefault() async throws {
    let fields = try await page(
      try app(["appScheme": "app", "google": ["clientId": "mine"]], hasDashboard: false), "google")
    #expect(fields["redirectUri"] == "https://oauth-redirect.turnkey.com?scheme=app")
    let app = try app(["appScheme": "app"], hasDashboard: false)
    #expect(await app.client.start(FlowRequest(method: .oauth("google"))).failure()?.code == .forbidden)
  }

  @Test("T28: X redirects to the scheme, with the dashboard's client id")
  func xRedirectsToTheScheme() async throws {
    let fields = try await page(try app(["appScheme": "app", "redirectUri": "https://c.test"]), "x")
    #expect(fields["client_id"] == "dash-x")
    #expect(fields["redirect_uri"] == "app://")
  }

  @Test("T33: an Apple account that comes by a page is registered for the app's bundle id first")
  func pagesAccountIsTheSheetsAccount() async throws {
    let (web, sheet) = try await accounts(first: "service", then: "com.example.app")
    #expect(web == ["com.example.app", "other"])
    #expect(sheet == .userExists)
  }

  @Test("T32: an Apple account that comes by the sheet is registered for the pages' services id")
  func sheetsAccountIsThePagesAccount() async throws {
    let (native, page) = try await accounts(first: "com.example.app", then: "service")
    #expect(native == ["service", "other"])
    #expect(page == .userExists)
  }

  @Test("T32: an account from the sheet uses the dashboard's services id")
  func theDashboardsServicesID() async throws {
    let app = try app(["bundleId": "com.example.app"])
    let token = try await appleToken(app, audience: "com.example.app")
    let flow = app.client.start(FlowRequest(purpose: .signUp, method: .oauth("apple"), token: token))
    _ = try await flow.result()
    #expect(try audiences(app) == ["dash-apple"])
  }

  /// Signs up with a token for one audience, and then tries to sign up with a token for another audience.
  ///
  /// - Returns: The audiences that the first sign-up registered, and the error code of the second sign-up.
  private func accounts(first: String, then second: String) async throws -> ([String], AuthError.Code?) {
    let app = try app([
      "bundleId": "com.example.app", "apple": ["clientId": "service", "secondaryClientIds": ["other"]],
    ])
    let token = try await appleToken(app, audience: first)
    _ = try await app.client.start(FlowRequest(purpose: .signUp, method: .oauth("apple"), token: token)).result()
    let registered = try audiences(app)
    let again = try await appleToken(app, audience: second)
    let failure = await app.client.start(FlowRequest(purpose: .signUp, method: .oauth("apple"), token: again)).failure()
    return (registered, failure?.code)
  }

  /// A token as Apple's sheet returns it: it contains the request's nonce unchanged.
  private func appleToken(_ app: SandboxedApp, audience: String) async throws -> Secret {
    let nonce = OAuthNonce.of(publicKeyHex: try await app.provider().createKeyPair())
    return try app.identityToken(subject: "jane", audience: audience, nonce: nonce)
  }

  /// The audiences that the last sign-up registered in addition to the token's own audience.
  private func audiences(_ app: SandboxedApp) throws -> [String] {
    let body = try #require(try app.bodies("/v1/signup_v2").last)
    return (body["oauthProviders"]?.arrayValue ?? []).compactMap { $0["oidcClaims"]?["aud"]?.stringValue }
  }
}
