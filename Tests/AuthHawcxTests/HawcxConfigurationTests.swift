import AuthCore
import AuthHawcx
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite struct HawcxConfigurationTests {
  private func read(_ object: JSONObject) throws(AuthError) -> HawcxConfiguration {
    var reader = ConfigurationReader(object, path: "$.providers.hawcx", sources: ConfigurationSources())
    let configuration = try HawcxConfiguration(reading: &reader)
    try reader.finish()
    return configuration
  }

  @Test func hostAndConfigurationIDAreEnough() throws {
    let configuration = try read(["baseURL": "https://t.example/v1", "configId": "cfg"])
    #expect(configuration.baseURL.flowEndpoint.absoluteString == "https://t.example/v1/auth")
    #expect(configuration.issuer.absoluteString == "https://t.example")
    #expect(configuration.clientID == nil && configuration.relyingParty == nil && configuration.backendURL == nil)
    #expect(configuration.methodSelection == .manual)
    #expect(configuration.origins.map(\.description) == ["https://t.example"])
  }

  @Test func everyKeyIsRead() throws {
    let configuration = try read([
      "baseURL": "http://127.0.0.1:1/hawcx", "configId": "cfg", "clientId": "cid", "issuer": "https://issuer.example/",
      "relyingParty": "shop", "methodSelection": "automatic", "origins": ["https://api.example"],
      "backend": ["baseURL": "http://127.0.0.1:1/backend"],
    ])
    #expect(configuration.clientID == "cid" && configuration.relyingParty == "shop")
    #expect(configuration.issuer.absoluteString == "https://issuer.example")
    #expect(configuration.methodSelection == .automatic)
    #expect(configuration.origins.map(\.description) == ["https://api.example"])
    #expect(configuration.backendURL?.absoluteString == "http://127.0.0.1:1/backend")
  }

  @Test func faultsAreNamedWithTheirPath() {
    let good: JSONObject = ["baseURL": "https://t.example", "configId": "cfg"]
    let changes: [(String, JSONValue?, String)] = [
      ("baseURL", nil, "baseURL is missing"), ("configId", nil, "configId is missing"),
      ("baseURL", "http://t.example", "baseURL must be https"), ("configId", "a\nb", "configId must be printable"),
      ("relyingParty", "ü", "relyingParty must be printable"),
      ("methodSelection", "auto", "methodSelection must be one"),
      ("issuer", "http://t.example", "issuer must be https"), ("projectId", "x", "projectId"),
      ("backend", [:], "backend.baseURL is missing"), ("configID", "x", "configID"),
    ]
    for (key, value, message) in changes {
      var object = good
      object[key] = value
      do throws(AuthError) {
        _ = try read(object)
        Issue.record("accepted \(key) = \(value ?? .null)")
      } catch {
        #expect(error.code == .invalidConfiguration)
        #expect(error.message.contains("$.providers.hawcx") && error.message.contains(message), "\(error.message)")
      }
    }
  }
}
