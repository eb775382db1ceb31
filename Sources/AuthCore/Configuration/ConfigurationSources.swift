/// The environment and the files that a configuration refers to. Passed in, so that a test needs neither.
public struct ConfigurationSources: Sendable {
  /// The environment variables.
  public var environment: [String: String]
  /// The directory at which relative paths start.
  public var directory: String
  private let read: @Sendable (String) -> [UInt8]?

  /// Sources; `read` returns a file's bytes, or nil when it cannot be read.
  public init(
    environment: [String: String] = [:], directory: String = ".",
    read: @escaping @Sendable (String) -> [UInt8]? = { _ in nil }
  ) {
    self.environment = environment
    self.directory = directory
    self.read = read
  }

  /// The absolute form of a path. `~/` stands for the home directory; other relative paths begin at `directory`.
  public func absolute(_ path: String) -> String {
    if path.hasPrefix("/") { return path }
    if path.hasPrefix("~/"), let home = environment["HOME"] { return home + path.dropFirst() }
    return directory + "/" + path
  }

  /// The value of a variable; nil if it is unset or empty.
  func variable(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }

  func hasVariables(beginningWith prefix: String) -> Bool {
    environment.contains { $0.key.hasPrefix(prefix) && !$0.value.isEmpty }
  }

  /// Resolves a reference to a secret.
  ///
  /// - Parameters:
  ///   - reference: the reference.
  ///   - path: the path of the key in the configuration, for the error.
  /// - Throws: `invalid_configuration` naming the missing variable or file.
  public func resolve(_ reference: SecretReference, at path: String) throws(AuthError) -> Secret {
    switch reference {
    case .environment(let name):
      guard let text = environment[name], !text.isEmpty else {
        throw AuthError(.invalidConfiguration, "\(path): the environment variable \(name) is unset or empty. Set it.")
      }
      return Secret(text)
    case .file(let file):
      guard let bytes = read(absolute(file)) else {
        throw AuthError(
          .invalidConfiguration,
          "\(path): the file \(absolute(file)) cannot be read. Check that it exists and that this user may read it.")
      }
      return Secret(String(decoding: bytes, as: UTF8.self).trimmingBlanks)
    }
  }
}

extension ConfigurationSources: Redacting {
  /// The directory, and the number of environment variables.
  public var shownParts: KeyValuePairs<String, String> {
    ["directory": directory, "environment": "\(environment.count) variables"]
  }
}
