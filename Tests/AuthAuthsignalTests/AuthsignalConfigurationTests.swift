import AuthCore
import Testing

@testable import AuthAuthsignal

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite struct AuthsignalConfigurationTests {
  private func read(_ object: JSONObject) throws(AuthError) -> AuthsignalConfiguration {
    var reader = ConfigurationReader(
      object, path: "$.providers.authsignal", sources: ConfigurationSources(environment: [:]))
    let configuration = try AuthsignalConfiguration(reading: &reader)
    try reader.finish()
    return configuration
  }

  @Test func namesRegions() throws {
    let hosts: [(JSONValue, String)] = [
      ("us", "https://api.authsignal.com/v1"), ("au", "https://au.api.authsignal.com/v1"),
      ("eu", "https://eu.api.authsignal.com/v1"),
    ]
    for (region, url) in hosts {
      #expect(try read(["region": region, "tenantId": "t"]).baseURL.absoluteString == url)
    }
  }

  @Test func readsKeysAndFillsInDefaults() throws {
    let plain = try read(["baseURL": "https://api.authsignal.com/v1/", "tenantId": "t"])
    #expect(plain.baseURL.absoluteString == "https://api.authsignal.com/v1", "no slash at the end")
    #expect(plain.signInAction == "signIn" && plain.signsUp && plain.codeLength == 6 && plain.backendURL == nil)
    let full = try read([
      "baseURL": "http://127.0.0.1:80/authsignal/v1", "tenantId": "t", "rpId": "localhost", "signInAction": "log-in",
      "manageAction": "settings", "signUp": false, "verificationCodeLength": 8,
      "backend": ["baseURL": "https://app.example/api"],
    ])
    #expect(full.signInAction == "log-in" && !full.signsUp && full.codeLength == 8)
    #expect(plain.attemptLimit == 10 && !plain.syncsPasskeys && !plain.switchesMethod && plain.keyPolicy == KeyPolicy())
    #expect(full.origins.map(\.description) == ["https://app.example"], "the vendor does not get the app's token")
  }

  @Test func readsKeyAndPasskeyOptions() throws {
    let presences: [(JSONValue, KeyPolicy.UserPresence)] = [
      ("none", .none), ("biometric", .biometric), ("device-credential", .deviceCredential),
      ("biometric-or-device-credential", .any),
    ]
    for (name, presence) in presences {
      let read = try read([
        "region": "eu", "tenantId": "t", "syncCredentials": true, "switchMethod": true, "verificationAttempts": 50,
        "keyPolicy": ["userAuthentication": name, "timeoutSeconds": 30],
      ])
      #expect(read.keyPolicy == KeyPolicy(userPresence: presence, authorizationLifetime: .seconds(30)))
      #expect(read.syncsPasskeys && read.switchesMethod && read.attemptLimit == 50)
    }
  }

  /// A tenant exists in only one region, so a missing region is not guessed, and no region is listed as the default.
  @Test func noRegionIsTheDefault() throws {
    let region = try #require(ProviderPlugin.authsignal.keys().first { $0.name == "region" })
    #expect(region.standard == nil && !region.isRequired)
    let baseURL = try #require(ProviderPlugin.authsignal.keys().first { $0.name == "baseURL" })
    #expect(baseURL.standard == nil && !baseURL.isRequired)
  }

  @Test func refusesInvalidValues() {
    let good: JSONObject = ["baseURL": "https://api.authsignal.com/v1", "tenantId": "t"]
    let cases: [(String, JSONValue?, String)] = [
      ("tenantId", nil, "tenantId"), ("baseURL", nil, "baseURL"), ("baseURL", nil, "region"),
      ("baseURL", "https://api.authsignal.com", "version"),
      ("baseURL", "http://api.authsignal.com/v1", "https"), ("region", "us", "region"), ("region", "uk", "'eu'"),
      ("signInAction", "sign in", "signInAction"), ("verificationCodeLength", 11, "verificationCodeLength"),
      ("keyPolicy", ["userAuthentication": "face"], "userAuthentication"),
      ("keyPolicy", ["timeout": 3], "timeoutSeconds"), ("verificationAttempts", 0, "verificationAttempts"),
      ("tenantID", "t", "did you mean 'tenantId'"), ("origins", ["http://app.example"], "origins"),
    ]
    for (key, value, text) in cases {
      var object = good
      object[key] = value
      do throws(AuthError) {
        _ = try read(object)
        Issue.record("\(key) was accepted")
      } catch {
        #expect(error.code == .invalidConfiguration && error.message.contains(text), "\(error.message)")
      }
    }
  }
}
