import AuthCore
import AuthHawcx
import AuthSandbox
import Testing

/// One of the model's two sandboxes as all runs have it: its keys, and the configurations of the apps at it. Reading
/// them again in each run would cost more than the flows.
struct HawcxModelSite: Sendable {
  static let apps = ["red", "blue"]

  let keyring: SandboxKeyring
  /// By app, and whether its users choose the first method.
  private let configurations: [String: [Bool: HawcxConfiguration]]

  init() throws {
    // The keys of the app's identity system are made on demand, and no flow needs them.
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
