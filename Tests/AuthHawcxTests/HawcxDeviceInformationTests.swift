import AuthCore
import AuthCrypto
import AuthHawcx
import AuthSandbox
import AuthStorage
import AuthTesting
import Testing

#if canImport(CryptoKit)
  import CryptoKit
#endif

/// The device information in a start request (H25). A start contains it only if the configuration enables it.
@Suite struct HawcxDeviceInformationTests {
  /// The device information of each start request, in order; nil for a start without it.
  private func told(_ bench: HawcxBench) -> [JSONValue?] {
    let exchanges = bench.sandbox.recording["exchanges"]?.arrayValue ?? []
    return exchanges.compactMap { exchange in
      let body = exchange["request"]?.stringValue.map { Array($0.utf8) } ?? []
      let action = (try? JSONValue(parsing: body))?["action"]
      return action?["type"] == "start" ? .some(action?["device"]) : .none
    }
  }

  @Test func sendsNoDeviceInformationByDefault() async throws {
    let bench = try HawcxBench()
    bench.sandbox.record()
    _ = try await bench.signIn()
    #expect(told(bench) == [nil])
    #expect(try await bench.records.keys().isEmpty)
  }

  @Test func userHasOneFingerprintPerInstallation() async throws {
    let bench = try HawcxBench { $0["device"] = ["information": true] }
    bench.sandbox.record()
    var request = FlowRequest(identifier: " JANE@example.com")
    request.profile.hawcxDeviceSignals = ["locale": "de_DE", "os": "another", "screens": [1, 2]]
    for request in [request, FlowRequest(identifier: "jane@example.com"), FlowRequest(identifier: "joe@example.com")] {
      var reader = FlowReader(bench.auth.start(request))
      _ = try await reader.prompt()
    }
    let told = told(bench)
    let prints = told.map { $0?["fingerprint"]?.stringValue }
    #expect(prints[0] == prints[1] && prints[1] != prints[2])
    #expect(told[0]?["v"] == 1 && told[0]?["signals"]?["locale"] == "de_DE" && told[1]?["signals"]?["locale"] == nil)
    #expect(told[0]?["signals"]?["os"] != "another" && told[0]?["signals"]?["screens"] == [1, 2])
    let installation = try #require(try await bench.records.namespaced("hawcx").read("installation")?.value)
    let configID = try #require(bench.sandbox.descriptor["hawcx"]?["configId"]?.stringValue)
    let text = [installation.revealText(), "jane@example.com", configID].joined(separator: "\u{0}")
    #expect(prints[0] == Base64URL.encode(SHA256.hash(data: Array(text.utf8))))
    // Another installation has another fingerprint.
    let other = try HawcxBench { $0["device"] = ["information": true] }
    other.sandbox.record()
    _ = try await other.signIn()
    #expect(self.told(other)[0]?["fingerprint"]?.stringValue != prints[0])
  }
}
