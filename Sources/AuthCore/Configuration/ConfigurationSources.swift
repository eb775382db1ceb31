/// What a configuration refers to outside itself: passed in, so that a test needs no environment and no file.
public struct ConfigurationSources: Sendable {
  /// The environment variables.
  public var environment: [String: String]
  /// What relative paths are relative to.
  public var directory: String
  private let read: @Sendable (String) -> [UInt8]?

  /// Sources; `read` gives a file's bytes, nil when it cannot be read.
  public init(
    environment: [String: String] = [:], directory: String = ".",
    read: @escaping @Sendable (String) -> [UInt8]? = { _ in nil }
  ) {
    self.environment = environment
    self.directory = directory
    self.read = read
  }

  /// An absolute path, or one relative to the directory.
  public func absolute(_ path: String) -> String {
    if path.hasPrefix("/") { return path }
    if path.hasPrefix("~/"), let home = environment["HOME"] { return home + path.dropFirst() }
    return directory + "/" + path
  }

  /// A variable that is set and not blank.
  func variable(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }

  func hasVariables(beginningWith prefix: String) -> Bool {
    environment.contains { $0.key.hasPrefix(prefix) && !$0.value.isEmpty }
  }

  /// The secret behind a reference.
  ///
  /// - Throws: `invalid_configuration` naming the variable or the file that is not there.
  public func resolve(_ reference: SecretReference, at path: String) throws(AuthError) -> Secret {
    switch reference {
    case .environment(let name):
      guard let text = environment[name], !text.isEmpty else {
        throw AuthError(.invalidConfiguration, "\(path): the environment variable \(name) is not set.")
      }
      return Secret(text)
    case .file(let file):
      guard let bytes = read(absolute(file)) else {
        throw AuthError(.invalidConfiguration, "\(path): the file \(absolute(file)) cannot be read.")
      }
      return Secret(String(decoding: bytes, as: UTF8.self).trimmingBlanks)
    }
  }
}

extension ConfigurationSources: Redacting {
  /// Where relative paths begin; of the environment, how many variables there are.
  public var shownParts: KeyValuePairs<String, String> {
    ["directory": directory, "environment": "\(environment.count) variables"]
  }
}
