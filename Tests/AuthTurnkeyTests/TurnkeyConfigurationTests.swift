import AuthCore
import Testing

@testable import AuthTurnkey

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite struct TurnkeyConfigurationTests {
  private func read(_ object: JSONObject) throws(AuthError) -> TurnkeyConfiguration {
    var reader = ConfigurationReader(object, path: "$.providers.turnkey", sources: ConfigurationSources())
    let configuration = try TurnkeyConfiguration(reading: &reader)
    try reader.finish()
    return configuration
  }

  @Test func acceptsTheOrganisationAlone() throws {
    let configuration = try read(["organizationId": "org"])
    #expect(configuration.organizationID == "org")
    #expect(configuration.apiBaseURL.absoluteString == "https://api.turnkey.com")
    #expect(configuration.authProxyURL.absoluteString == "https://authproxy.turnkey.com")
    #expect(configuration.authProxyConfigID == nil)
    #expect(configuration.keys == .production)
    #expect(configuration.signsUp)
    #expect(configuration.sessionExpirationSeconds == 900)
    #expect(configuration.origins.map(\.description) == ["https://api.turnkey.com"])
  }

  @Test func everyKeyIsRead() throws {
    let key = TurnkeyKeys.production.signer
    let configuration = try read([
      "organizationId": "org", "apiBaseURL": "http://127.0.0.1:1/turnkey/", "authProxyURL": "http://127.0.0.1:1/proxy",
      "authProxyConfigId": "cfg", "rpId": "localhost", "origins": ["http://127.0.0.1:1"],
      "backend": ["baseURL": "http://127.0.0.1:1/backend"], "signUp": false, "sessionExpirationSeconds": 60,
      "keys": ["notarizer": .string(key.uppercased()), "tlsFetcher": .string(key)],
    ])
    #expect(configuration.apiBaseURL.absoluteString == "http://127.0.0.1:1/turnkey")
    #expect(configuration.authProxyConfigID == "cfg")
    #expect(configuration.relyingPartyID == "localhost")
    #expect(configuration.backendURL?.absoluteString == "http://127.0.0.1:1/backend")
    #expect(!configuration.signsUp)
    #expect(configuration.sessionExpirationSeconds == 60)
    #expect(configuration.keys.notarizer == key)
    #expect(configuration.keys.tlsFetcher == key)
    #expect(configuration.keys.signer == TurnkeyKeys.production.signer)
  }

  @Test func defaultOriginsAreTheAPIAndTheBackend() throws {
    let configuration = try read(["organizationId": "org", "backend": ["baseURL": "https://app.example.com/api"]])
    #expect(configuration.origins.map(\.description) == ["https://api.turnkey.com", "https://app.example.com"])
  }

  @Test func errorsNameThePath() {
    let offCurve = String(TurnkeyKeys.production.signer.dropLast()) + "8"
    let cases: [(JSONObject, String)] = [
      ([:], "organizationId"), (["organizationId": ""], "organizationId"), (["organisationId": "x"], "organizationId"),
      (["organizationId": "o", "apiUrl": "x"], "apiUrl"),
      (["organizationId": "o", "apiBaseURL": "http://example.com"], "apiBaseURL"),
      (["organizationId": "o", "signUp": "yes"], "signUp"),
      (["organizationId": "o", "sessionExpirationSeconds": 5], "sessionExpirationSeconds"),
      (["organizationId": "o", "keys": ["notarizer": "04"]], "keys.notarizer"),
      (["organizationId": "o", "keys": ["signer": .string(offCurve)]], "keys.signer"),
      (["organizationId": "o", "keys": ["notariser": "04"]], "keys.notariser"),
      (["organizationId": "o", "backend": ["url": "https://x"]], "backend"),
    ]
    for (object, path) in cases {
      do throws(AuthError) {
        _ = try read(object)
        Issue.record("\(object) was accepted")
      } catch {
        #expect(error.code == .invalidConfiguration)
        #expect(error.message.contains(path), "\(error.message)")
      }
    }
  }
}
