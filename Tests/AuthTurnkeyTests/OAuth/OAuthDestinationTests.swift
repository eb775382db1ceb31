import AuthCore
import Testing

@testable import AuthTurnkey

/// The addresses to which identity providers redirect users, by the vendor's rules.
@Suite struct OAuthDestinationTests {
  private static func oauth(_ block: JSONObject) throws -> TurnkeyOAuthConfiguration {
    try TurnkeyOAuthConfiguration(reading: ConfigurationReader(block, path: "oauth", sources: ConfigurationSources()))
  }

  private func destination(
    _ provider: TurnkeyOAuthProvider, _ block: JSONObject, flow: String? = nil, dashboard: String? = nil
  ) throws -> OAuthDestination {
    try OAuthDestination(of: provider, flow: flow, Self.oauth(block), dashboard: dashboard)
  }

  @Test("T26: Google, Apple and Facebook redirect to a page: the flow's, the configured, the dashboard's, the vendor's")
  func pagesInTheirOrder() throws {
    for provider in [TurnkeyOAuthProvider.google, .apple, .facebook] {
      let slash = provider == .google ? "" : "/"
      var block: JSONObject = ["appScheme": "app"]
      let vendors = try destination(provider, block)
      #expect(vendors.redirectURL == "https://oauth-redirect.turnkey.com\(slash)?scheme=app")
      #expect(vendors.callbackScheme == "app")
      let dashboard = try destination(provider, block, dashboard: "https://dash.test/back")
      #expect(dashboard.redirectURL == "https://dash.test/back?scheme=app")
      #expect(dashboard.callbackScheme == "app")
      block["redirectUri"] = "https://configured.test/back"
      #expect(
        try destination(provider, block, dashboard: "https://dash.test/back").redirectURL
          == "https://configured.test/back?scheme=app")
      block[provider.rawValue] = ["clientId": "c", "redirectUri": "https://own.test/back"]
      #expect(try destination(provider, block).redirectURL == "https://own.test/back?scheme=app")
    }
    #expect(TurnkeyOAuthProvider.facebook.authorizeURL == nil)
  }

  @Test("T27: every page gets the scheme once, if there is one")
  func addsTheSchemeToThePage() throws {
    func page(_ address: String, scheme: String? = "my.app+x") throws -> String {
      var block: JSONObject = ["redirectUri": .string(address)]
      block["appScheme"] = scheme.map { .string($0) }
      return try destination(.google, block).redirectURL
    }
    #expect(try page("https://a.test/b") == "https://a.test/b?scheme=my.app%2Bx")
    #expect(try page("https://a.test/b?c=d") == "https://a.test/b?c=d&scheme=my.app%2Bx")
    #expect(try page("https://a.test/b?scheme=other") == "https://a.test/b?scheme=other")
    #expect(try page("https://a.test/b", scheme: nil) == "https://a.test/b")
    // The flow's own redirect address gets no scheme.
    let own = try destination(.google, ["appScheme": "app"], flow: "http://127.0.0.1:7000/cb")
    #expect(own.redirectURL == "http://127.0.0.1:7000/cb")
    #expect(own.callbackScheme == nil)
  }

  /// RFC 9700 §2.6: a code or token in a plain http address can be read by others.
  @Test func refusesPlainHTTPBeyondLoopback() throws {
    let open = "http://app.test/back"
    for provider in TurnkeyOAuthProvider.allCases {
      for (block, flow, dashboard) in [
        ([:], open, nil), (["redirectUri": .string(open)], nil, nil), ([:], nil, open),
        ([provider.rawValue: ["clientId": "c", "redirectUri": .string(open)]], nil, nil),
      ] as [(JSONObject, String?, String?)] {
        let error = #expect(throws: AuthError.self) {
          try destination(provider, block, flow: flow, dashboard: dashboard)
        }
        #expect(error?.code == .invalidConfiguration && error?.message.contains("TLS") == true)
      }
      for safe in ["https://app.test/back", "http://localhost:7000/back", "http://127.0.0.1/back", "app://back"] {
        _ = try destination(provider, [:], flow: safe)
      }
    }
  }

  @Test("T28: Discord and X redirect to the scheme itself, even with a configured page")
  func discordAndXRedirectToTheScheme() throws {
    for provider in [TurnkeyOAuthProvider.discord, .x] {
      var block: JSONObject = ["appScheme": "app", "redirectUri": "https://configured.test/back"]
      let found = try destination(provider, block, dashboard: "https://dash.test/back")
      #expect(found.redirectURL == "app://")
      #expect(found.callbackScheme == "app")
      #expect(!OAuthDestination.asksDashboard(of: provider, flow: nil, try Self.oauth(block)))
      block[provider.rawValue] = ["clientId": "c", "redirectUri": "https://own.test/back"]
      #expect(try destination(provider, block).redirectURL == "https://own.test/back")
      // Without a scheme, the configured page is used.
      let web = try destination(provider, ["redirectUri": "https://configured.test/back"])
      #expect(web.redirectURL == "https://configured.test/back")
    }
    #expect(throws: AuthError(.invalidConfiguration, "")) { try destination(.x, [:]) }
    #expect(throws: AuthError(.invalidConfiguration, "")) { try destination(.google, [:]) }
  }

  @Test("T26: the app's own page redirects to the scheme in its address, else to the app's")
  func ownPageRedirectsToAScheme() throws {
    for provider in TurnkeyOAuthProvider.allCases {
      func scheme(_ address: String, appScheme: String? = "app") throws -> String? {
        var block: JSONObject = [provider.rawValue: ["redirectUri": .string(address)]]
        block["appScheme"] = appScheme.map { .string($0) }
        return try destination(provider, block).callbackScheme
      }
      #expect(try scheme("https://own.test/back") == "app", "\(provider)")
      #expect(try scheme("https://own.test/back?scheme=other%2Bone") == "other+one", "\(provider)")
      #expect(try scheme("https://own.test/back?scheme=other", appScheme: nil) == "other", "\(provider)")
      #expect(try scheme("https://own.test/back", appScheme: nil) == nil, "\(provider)")
      #expect(try scheme("own.app://back") == "own.app", "\(provider)")
    }
  }

  @Test("T28: a scheme that is written as an address is that scheme")
  func aSchemeWrittenAsAnAddress() throws {
    #expect(try destination(.x, ["appScheme": "app://"]).redirectURL == "app://")
    let page = try destination(.google, ["appScheme": "app://", "redirectUri": "https://a.test/b"])
    #expect(page.redirectURL == "https://a.test/b?scheme=app" && page.callbackScheme == "app")
  }

  @Test("T33: the running app's bundle id is the default")
  func usesTheRunningAppsBundleID() throws {
    func bundleID(_ block: JSONObject) throws -> String? {
      let reader = ConfigurationReader(block, path: "oauth", sources: ConfigurationSources())
      return try TurnkeyOAuthConfiguration(reading: reader, runningApp: "com.example.running").bundleID
    }
    #expect(try bundleID([:]) == "com.example.running")
    #expect(try bundleID(["bundleId": "com.example.app"]) == "com.example.app")
  }

  @Test("T30: a slash follows the host of Apple's and Facebook's addresses")
  func aSlashFollowsTheHost() throws {
    #expect(
      try destination(.apple, ["appScheme": "app", "redirectUri": "https://a.test"]).redirectURL
        == "https://a.test/?scheme=app")
  }
}
