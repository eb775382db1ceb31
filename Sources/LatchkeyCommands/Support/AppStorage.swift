import AuthCore

/// The kinds of stores that only an app has, with `StoragePlugin.apple`. The command line can check the rest of such a
/// configuration.
struct AppStorage {
  /// The configuration with the default kinds in place of the app's.
  private(set) var configuration: AuthConfiguration
  /// The keys that were not checked, with their values.
  private(set) var unchecked: [(path: String, kind: String)] = []

  init(_ configuration: AuthConfiguration) {
    self.configuration = configuration
    if configuration.storage.sessions == "keychain" {
      unchecked.append(("$.storage.sessions", "keychain"))
      self.configuration.storage.sessions = "file"
    }
    if configuration.storage.records == "keychain" {
      unchecked.append(("$.storage.records", "keychain"))
      self.configuration.storage.records = nil
    }
    if configuration.storage.keys == "secure-enclave" {
      unchecked.append(("$.storage.keys", "secure-enclave"))
      self.configuration.storage.keys = "automatic"
    }
  }
}
