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

/// The block in the app's configuration.
@Suite struct OIDCConfigurationTests {
  private func read(_ change: JSONObject, environment: [String: String] = [:]) throws(AuthError) -> OIDCConfiguration {
    var object: JSONObject = ["clientId": "app"]
    if change["preset"] == nil { object["issuer"] = .string(TestIssuer.name) }
    for member in change.members { object[member.name] = member.value }
    var reader = ConfigurationReader(
      object, path: "$.providers.oidc", sources: ConfigurationSources(environment: environment, directory: "/"))
    let configuration = try OIDCConfiguration(reading: &reader)
    try reader.finish()
    return configuration
  }

  @Test func acceptsIssuerAndClientAlone() throws {
    let configuration = try read([:])
    #expect(configuration.scopes == ["openid"] && configuration.dpop == .automatic)
    #expect(configuration.refusedRefresh == .standard && configuration.leeway == .seconds(10))
    #expect(configuration.origins.map(\.description) == [TestIssuer.name])
    guard case .none = configuration.clientAuthentication else {
      Issue.record("a client is public by default")
      return
    }
  }

  @Test func errorsNameTheKeyOfAWrongValue() {
    let faults: [(String, JSONValue)] = [
      ("issuer", "http://issuer.example"), ("issuer", "issuer.example"), ("issuer", "https://issuer.example?a"),
      ("issuer", "https://user:pass@issuer.example"), ("scopes", ["a b"]), ("scopes", [""]), ("method", "implicit"),
      ("method", "password"), ("redirectURL", "http://example.com/callback"), ("redirectURL", "javascript:alert(1)"),
      ("redirectURL", "http://127.0.0.1/a#b"), ("leewaySeconds", 61), ("leewaySeconds", -1), ("dpop", "sometimes"),
      ("refusedRefresh", "never"), ("authorizationParameters", ["state": "x"]), ("authorizationParameters", ["a": 1]),
      ("authorizationParameters", "a=b"), ("resources", ["api"]), ("resources", ["https://api.example#a"]),
      ("pushedAuthorization", "always"), ("preset", "gogle"), ("endpoints", ["token": "http://example.com/token"]),
      ("endpoints", ["token": "https://example.com/token"]), ("clientKeyTeam", "T"), ("clientKeyId", "K"),
      ("clientSecret", ["env": "SECRET"]),
      ("clientKey", ["env": "SECRET"]),
    ]
    for (key, value) in faults {
      do throws(AuthError) {
        _ = try read([key: value], environment: ["SECRET": "canary"])
        Issue.record("\(key): \(value) was accepted")
      } catch {
        #expect(error.code == .invalidConfiguration && error.message.contains(key), "\(error)")
        #expect(!error.message.contains("canary"))
      }
    }
  }

  @Test func refusesAnUnknownKeyByName() {
    #expect(throws: AuthError(.invalidConfiguration, "")) { try read(["clientID": "x"]) }
  }

  @Test func refusesASharedSecretUnlessAllowed() throws {
    let configuration = try read(
      ["clientId": "app:1", "clientSecret": ["env": "SECRET"], "allowClientSecret": true],
      environment: ["SECRET": "a b:c"])
    var headers: HTTPHeaders = [:]
    var form: [(name: String, value: String)] = []
    try configuration.clientAuthentication.apply(
      to: &form, &headers, clientID: configuration.clientID ?? "", audience: "https://issuer.example/token",
      secretIn: .header, issuer: TestIssuer.name, now: .distantPast, random: SystemRandomSource())
    // RFC 6749 §2.3.1: both halves are form-encoded.
    #expect(headers["Authorization"] == "Basic " + Base64.encode("app%3A1:a+b%3Ac".utf8))
    #expect(form.isEmpty)
  }

  private func metadata(methods: JSONValue = .null) throws(AuthError) -> OIDCMetadata {
    var metadata = TestIssuer.metadata
    metadata["token_endpoint_auth_methods_supported"] = methods
    return try OIDCMetadata(.object(metadata), askedOf: TestIssuer.name)
  }

  @Test func secretIsInTheFormWhereTheIssuerTakesItOnlyThere() throws {
    let secret = OIDCClientAuthentication.secret(Secret("s"))
    for (methods, key, isInForm) in [
      (JSONValue.null, JSONValue.null, false), (["client_secret_basic", "client_secret_post"], .null, false),
      (["client_secret_post"], .null, true), (.null, "form", true), (["client_secret_post"], "header", false),
    ] {
      var headers: HTTPHeaders = [:]
      var form: [(name: String, value: String)] = []
      let place = OIDCClient(id: "app", authentication: secret).secretPlace(
        try read(["secretIn": key]), try metadata(methods: methods))
      try secret.apply(
        to: &form, &headers, clientID: "app", audience: "https://issuer.example/token", secretIn: place,
        issuer: TestIssuer.name, now: .distantPast, random: SystemRandomSource())
      #expect((headers["Authorization"] == nil) == isInForm, "\(methods) \(key)")
      #expect(form.map(\.name) == (isInForm ? ["client_id", "client_secret"] : []), "\(methods) \(key)")
    }
  }

  @Test func presetFillsInWhatTheConfigurationLeavesOut() throws {
    var reader = ConfigurationReader(
      ["preset": "google", "clientId": "app", "authorizationParameters": ["prompt": "select_account"]], path: "$",
      sources: ConfigurationSources(environment: [:], directory: "/"))
    let configuration = try OIDCConfiguration(reading: &reader)
    #expect(configuration.issuer == "https://accounts.google.com")
    let parameters = configuration.authorizationParameters
    #expect(parameters.first { $0.name == "access_type" }?.value == "offline")
    #expect(parameters.filter { $0.name == "prompt" }.map(\.value) == ["select_account"])
  }

  @Test(arguments: OIDCPreset.allCases)
  func everyPresetMakesAConfiguration(_ preset: OIDCPreset) throws {
    let values = preset.values
    #expect((values.issuer == nil) != (values.issuerForm == nil), "either one issuer for all, or a form")
    var block: JSONObject = ["preset": .string(preset.rawValue), "clientId": "app"]
    if values.issuer == nil {
      var reader = ConfigurationReader(
        block, path: "$", sources: ConfigurationSources(environment: [:], directory: "/"))
      let error = #expect(throws: AuthError.self) { try OIDCConfiguration(reading: &reader) }
      #expect(error?.message.contains(values.issuerForm ?? "") == true, "\(String(describing: error))")
      block["issuer"] = "https://issuer.example"
    }
    if preset == .apple || preset == .linkedin {
      // A public client cannot use them.
      #expect(throws: AuthError(.invalidConfiguration, "")) { try read(block) }
      return
    }
    let configuration = try read(block)
    #expect(configuration.scopes.contains("openid") == (values.endpoints == nil))
  }

  /// Apple's form: a secret that the team's key signs.
  @Test func aTeamSignsTheSecretOfSignInWithApple() throws {
    let key = P256.Signing.PrivateKey()
    let configuration = try read(
      [
        "preset": "apple", "clientId": "com.example.web", "clientKey": ["env": "KEY"], "clientKeyId": "K1",
        "clientKeyTeam": "TEAM",
      ], environment: ["KEY": key.pemRepresentation])
    var headers: HTTPHeaders = [:]
    var form: [(name: String, value: String)] = []
    try configuration.clientAuthentication.apply(
      to: &form, &headers, clientID: configuration.clientID ?? "", audience: "https://issuer.example/token",
      secretIn: .header, issuer: configuration.issuer, now: Date(timeIntervalSince1970: 100),
      random: SystemRandomSource())
    #expect(form.map(\.name) == ["client_id", "client_secret"])
    let jws = try JWS(compact: form[1].value)
    try jws.verify(with: .p256(key.publicKey))
    let claims = try JSONValue(parsing: jws.payload)
    #expect(jws.keyID == "K1" && claims["iss"] == "TEAM" && claims["sub"] == "com.example.web")
    #expect(claims["aud"] == "https://appleid.apple.com" && claims["exp"] == 160)
  }
}
