import AuthCore
import AuthHawcx
import AuthSandbox
import Testing

/// The parts of one of the model's two sandboxes that all runs share: its keys, and the configurations of its apps.
/// Reading them again in each run would take longer than the flows.
struct HawcxModelSite: Sendable {
  static let apps = ["red", "blue"]

  let keyring: SandboxKeyring
  /// The configurations, by app and by whether users select the method manually.
  private let configurations: [String: [Bool: HawcxConfiguration]]

  init() throws {
    // The keys are not prepared: no flow needs the identity system's keys, which are made on demand.
    let sandbox = try Sandbox()
    keyring = sandbox.keyring
    let block = try #require(sandbox.configuration["providers"]?["hawcx"]?.objectValue)
    var configurations: [String: [Bool: HawcxConfiguration]] = [:]
    for app in Self.apps {
      for isManual in [false, true] {
        var block = block
        block["type"] = nil
        block["device"] = ["appId": .string(app), "enrollment": true]
        block["methodSelection"] = isManual ? "manual" : "automatic"
        var reader = ConfigurationReader(block, path: "$", sources: ConfigurationSources())
        configurations[app, default: [:]][isManual] = try HawcxConfiguration(reading: &reader)
      }
    }
    self.configurations = configurations
  }

  func configuration(of app: String, isManual: Bool) throws -> HawcxConfiguration {
    try #require(configurations[app]?[isManual])
  }
}
