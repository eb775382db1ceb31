import AuthCore
import AuthCrypto
import AuthHawcx
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
#if canImport(CryptoKit)
  import CryptoKit
#endif

@Suite struct HawcxConfigurationTests {
  private func read(_ object: JSONObject) throws(AuthError) -> HawcxConfiguration {
    var reader = ConfigurationReader(object, path: "$.providers.hawcx", sources: ConfigurationSources())
    let configuration = try HawcxConfiguration(reading: &reader)
    try reader.finish()
    return configuration
  }

  private static let pem = P256.Signing.PrivateKey().publicKey.pemRepresentation

  @Test func hostAndConfigurationIDAreEnough() throws {
    let configuration = try read(["baseURL": "https://t.example/v1", "configId": "cfg"])
    #expect(configuration.baseURL.flowEndpoint.absoluteString == "https://t.example/v1/auth")
    #expect(configuration.issuer.absoluteString == "https://t.example")
    #expect(configuration.clientID == nil && configuration.relyingParty == nil && configuration.backendURL == nil)
    #expect(configuration.methodSelection == .manual)
    #expect(configuration.pollsApprovals && configuration.issuerKey == nil)
    #expect(!configuration.sendsDeviceInformation && !configuration.restartsOnLostDevice)
    #expect(configuration.deviceAppID == "cfg" && !configuration.enrollsDevices)
    #expect(configuration.identifierPrompt == .address)
    #expect(configuration.origins.map(\.description) == ["https://t.example"])
  }

  @Test func everyKeyIsRead() throws {
    let configuration = try read([
      "baseURL": "http://127.0.0.1:1/hawcx", "configId": "cfg", "clientId": "cid", "issuer": "https://issuer.example/",
      "relyingParty": "shop", "methodSelection": "automatic", "origins": ["https://api.example"],
      "backend": ["baseURL": "http://127.0.0.1:1/backend"], "autoPollApprovals": false,
      "identifierPrompt": "any",
      "device": [
        "appId": "shop", "enrollment": true, "layout": ["keyset": "saltFirst"], "information": true,
        "autoRestartOnce": true,
      ],
      "issuerKey": ["pem": .string(Self.pem)],
    ])
    #expect(!configuration.pollsApprovals && configuration.deviceAppID == "shop")
    #expect(configuration.enrollsDevices && configuration.identifierPrompt == .any)
    #expect(configuration.sendsDeviceInformation && configuration.restartsOnLostDevice)
    #expect(configuration.issuerKey?.tokenEndpoint.absoluteString == "https://issuer.example/oauth2/token")
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
      ("baseURL", "http://t.example", "baseURL must be an https URL"),
      ("configId", "a\nb", "configId must be printable"),
      ("relyingParty", "ü", "relyingParty must be printable"),
      ("methodSelection", "auto", "methodSelection must be one"),
      ("issuer", "http://t.example", "issuer must be an https URL"), ("projectId", "x", "projectId"),
      ("backend", [:], "backend.baseURL is missing"), ("configID", "x", "configID"),
      ("autoPollApprovals", "no", "autoPollApprovals must be"), ("device", ["name": "x"], "device.name"),
      ("device", ["information": 1], "device.information must be"),
      ("issuerKey", [:], "issuerKey.pem is missing"), ("issuerKey", ["pem": ""], "issuerKey.pem"),
      ("issuerKey", ["pem": "nonsense"], "issuerKey.pem must be a public key"),
      ("issuerKey", ["pem": .string(Self.pem), "tokenEndpoint": "http://t.example"], "issuerKey.tokenEndpoint"),
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
