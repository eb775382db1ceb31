import AuthCore
import AuthTesting
import Testing

@testable import AuthTurnkey

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The requests to the auth proxy, call by call.
@Suite struct AuthProxyTests {
  private func proxy(_ transport: ScriptedTransport, version: OTPVersion = .second) throws -> AuthProxyAPI {
    AuthProxyAPI(
      baseURL: try #require(URL(string: "https://proxy.example.com")), configID: "config", version: version,
      transport: transport, clock: ManualClock())
  }

  @Test func readsTheDashboardsConfiguration() async throws {
    let app = try SandboxedApp()
    let provider = try app.provider()
    let configuration = try await provider.walletKitConfiguration()
    #expect(configuration.sessionExpirationSeconds > 0)
    #expect(configuration.organizationID == provider.configuration.organizationID)
    _ = try await provider.captchaSiteKey()
    let missing = try SandboxedApp(["authProxyConfigId": nil])
    await #expect(throws: AuthError(.missingAuthProxyConfiguration, "")) {
      try await missing.provider().walletKitConfiguration()
    }
  }

  @Test func namesMissingMembersOfTheConfiguration() throws {
    let good: JSONObject = [
      "enabledProviders": ["email"], "sessionExpirationSeconds": "900", "organizationId": "o", "otpLength": "6",
      "otpAlphanumeric": false, "oauthClientIds": ["GOOGLE": "g"],
    ]
    let read = try WalletKitConfiguration(.object(good))
    #expect(read.codeLength == 6 && read.codesAreAlphanumeric == false && read.oauthClientIDs == ["google": "g"])
    for name in ["enabledProviders", "sessionExpirationSeconds", "organizationId"] {
      var object = good
      object[name] = nil
      #expect(throws: AuthError(.malformedResponse, "")) { try WalletKitConfiguration(.object(object)) }
    }
  }

  /// "No such user" leads to a sign-up, so only the vendor's own form of it counts.
  @Test func onlyTheVendorsFormMeansThatThereIsNoUser() async throws {
    let contact = try #require(Contact(email: "jane@example.com"))
    for none: JSONValue in [["organizationId": ""], ["organizationId": .null], [:]] {
      let proxy = try proxy(ScriptedTransport([.json("POST", "/v1/account", none)]))
      #expect(try await proxy.organization(of: .contact(contact)) == nil)
    }
    for other: JSONValue in [.null, true, 7, "none", [], [["organizationId": "sub"]], ["organizationId": 7]] {
      let proxy = try proxy(ScriptedTransport([.json("POST", "/v1/account", other)]))
      await #expect(throws: AuthError(.malformedResponse, ""), "\(other.serializedText)") {
        try await proxy.organization(of: .contact(contact))
      }
    }
  }

  @Test func everyCallNamesTheAppAndNothingIsStamped() async throws {
    let transport = ScriptedTransport([
      .json("POST", "/v1/otp_init_v2", ["otpId": "o"]), .json("POST", "/v1/account", ["organizationId": ""]),
      .json("POST", "/v1/account", ["organizationId": "sub"]), .json("POST", "/v1/oauth_login", ["session": "s"]),
    ])
    let proxy = try proxy(transport)
    let contact = try #require(Contact(email: "jane@example.com"))
    _ = try await proxy.sendCode(to: contact, captcha: Secret("solved"))
    #expect(try await proxy.organization(of: .contact(contact)) == nil)
    #expect(try await proxy.organization(of: .publicKey([2, 3])) == "sub")
    _ = try await proxy.logIn(
      publicKey: [2], organizationID: "sub", identityToken: Secret("t"), invalidatesExisting: true)
    for request in transport.requests {
      #expect(request.headers["X-Auth-Proxy-Config-ID"] == "config")
      #expect(request.headers["X-Stamp"] == nil)
      #expect(request.headers["Content-Type"] == "application/json")
    }
    let bodies = try transport.requests.map { try JSONValue(parsing: $0.body ?? []) }
    #expect(transport.requests.map { $0.headers["X-Captcha-Token"] } == ["solved", nil, nil, nil])
    #expect(bodies[1] == ["filterType": "EMAIL", "filterValue": "jane@example.com"])
    #expect(bodies[2] == ["filterType": "PUBLIC_KEY", "filterValue": "0203"])
    #expect(
      bodies[3] == ["oidcToken": "t", "publicKey": "02", "organizationId": "sub", "invalidateExisting": true])
  }

  @Test func reportsARequiredCaptcha() async throws {
    let refusal: JSONValue = ["code": 3, "message": "captcha verification failed", "details": []]
    let transport = ScriptedTransport([.json("POST", "/v1/otp_init_v2", status: 400, refusal)])
    let contact = try #require(Contact(email: "jane@example.com"))
    let proxy = try proxy(transport)
    await #expect(throws: AuthError(.captchaRequired, "")) { try await proxy.sendCode(to: contact) }
  }
}
