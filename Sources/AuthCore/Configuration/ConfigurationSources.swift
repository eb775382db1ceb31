/// The environment variables and the files to which a configuration refers. They are passed in, so that tests need
/// neither a real environment nor files.
public struct ConfigurationSources: Sendable {
  /// The environment variables.
  public var environment: [String: String]
  /// The directory to which relative paths are relative.
  public var directory: String
  private let read: @Sendable (String) -> [UInt8]?

  /// Creates sources. By default, there are no environment variables, and no file can be read.
  ///
  /// - Parameters:
  ///   - environment: the environment variables.
  ///   - directory: the directory to which relative paths are relative.
  ///   - read: returns the bytes of the file at a path; nil if the file cannot be read.
  public init(
    environment: [String: String] = [:], directory: String = ".",
    read: @escaping @Sendable (String) -> [UInt8]? = { _ in nil }
  ) {
    self.environment = environment
    self.directory = directory
    self.read = read
  }

  /// Returns the path to open for a path in the configuration. `~/` stands for the directory in `HOME`, if that is set;
  /// any other relative path is relative to `directory`.
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
  ///   - path: the path of the key in the configuration, for the error's message.
  /// - Throws: `invalid_configuration` if the variable is unset or empty, or the file cannot be read.
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
