import AuthCore
import Testing

@testable import AuthPrivy

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite struct PrivyConfigurationTests {
  private func read(_ block: JSONObject) throws(AuthError) -> PrivyConfiguration {
    var reader = ConfigurationReader(block, path: "$.providers.privy", sources: ConfigurationSources())
    let configuration = try PrivyConfiguration(reading: &reader)
    try reader.finish()
    return configuration
  }

  @Test func minimalBlockUsesTheVendorsDefaults() throws {
    let configuration = try read(["appId": "app", "appClientId": "client"])
    #expect(configuration.authBaseURL.absoluteString == "https://auth.privy.io")
    #expect(configuration.apiBaseURL.absoluteString == "https://api.privy.io")
    #expect(configuration.origins.map(\.description) == ["https://auth.privy.io", "https://api.privy.io"])
    #expect(configuration.mode == .loginOrSignUp)
    #expect(configuration.reauthentication == .refreshThenProvider)
    #expect(configuration.backendURL == nil)
    #expect(configuration.nativeAppIdentifier == nil)
  }

  @Test func readsEveryKey() throws {
    let configuration = try read([
      "appId": "app", "appClientId": "client", "authBaseURL": "http://127.0.0.1:1/privy/",
      "apiBaseURL": "http://127.0.0.1:1/privy", "backend": ["baseURL": "https://app.example/api"], "mode": "no-signup",
      "reauth": "providerOnly", "nativeAppIdentifier": "com.example.app",
      "createOnLogin": ["ethereum": "users-without-wallets", "solana": "all-users"],
    ])
    #expect(configuration.authBaseURL.absoluteString == "http://127.0.0.1:1/privy")
    #expect(configuration.origins.map(\.description).last == "https://app.example")
    #expect(configuration.mode == .noSignUp)
    #expect(configuration.reauthentication == .providerOnly)
    #expect(configuration.nativeAppIdentifier == "com.example.app")
    #expect(configuration.createOnLogin.ethereum == .usersWithoutWallets)
    #expect(configuration.createOnLogin.solana == .allUsers)
  }

  @Test func errorsNameThePath() {
    let cases: [(JSONObject, String)] = [
      (["appClientId": "c"], "appId"), (["appId": "a"], "appClientId"),
      (["appId": "a", "appClientId": "c", "appClientID": "d"], "appClientId"),
      (["appId": "a", "appClientId": "c", "mode": "signup"], "no-signup"),
      (["appId": "a", "appClientId": "c", "authBaseURL": "http://auth.example"], "authBaseURL"),
      (["appId": "a", "appClientId": "c", "createOnLogin": ["ethereum": "always"]], "all-users"),
      (["appId": "a", "appClientId": "c", "createOnLogin": ["bitcoin": "off"]], "bitcoin"),
      (["appId": "a", "appClientId": "c", "wallet": ["statement": "I agree."]], "wallet.domain"),
      (["appId": "a", "appClientId": "c", "backend": ["url": "https://x.example"]], "baseURL"),
    ]
    for (block, part) in cases {
      do throws(AuthError) {
        _ = try read(block)
        Issue.record("the configuration was accepted; the error must name \(part)")
      } catch {
        #expect(error.code == .invalidConfiguration)
        #expect(error.message.contains(part), "\(error.message)")
      }
    }
  }
}
