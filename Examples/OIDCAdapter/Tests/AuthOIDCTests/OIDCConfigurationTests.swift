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
    var object: JSONObject = ["issuer": .string(TestIssuer.name), "clientId": "app"]
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
      ("refusedRefresh", "never"), ("clientSecret", ["env": "SECRET"]), ("clientKey", ["env": "SECRET"]),
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
      ["clientSecret": ["env": "SECRET"], "allowClientSecret": true], environment: ["SECRET": "a b:c"])
    var headers: HTTPHeaders = [:]
    var form: [(name: String, value: String)] = []
    try configuration.clientAuthentication.apply(
      to: &form, &headers, clientID: "app:1", audience: "x", now: .distantPast, random: SystemRandomSource())
    // RFC 6749 §2.3.1: both halves are form-encoded.
    #expect(headers["Authorization"] == "Basic " + Base64.encode("app%3A1:a+b%3Ac".utf8))
    #expect(form.isEmpty)
  }
}
