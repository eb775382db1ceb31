#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension AuthConfiguration {
  /// Loads the configuration in a file. Relative paths in the file are relative to the file's directory.
  ///
  /// - Parameters:
  ///   - path: the path of the file.
  ///   - provider: the provider to select; nil for the one in `AUTH_PROVIDER`, or else in the file.
  ///   - profile: the profile to use; nil for the one in `AUTH_PROFILE`, or else in the file's `profile`.
  ///   - environment: the environment variables; by default those of the process.
  /// - Throws: `invalid_configuration` if the file cannot be read or its configuration has faults.
  public static func load(
    contentsOf path: String, provider: ProviderID? = nil, profile: String? = nil,
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws(AuthError) -> AuthConfiguration {
    let (bytes, sources) = try file(path, environment)
    do throws(AuthError) {
      return try AuthConfiguration(parsing: bytes, provider: provider, profile: profile, sources: sources)
    } catch {
      var located = error
      located.message = "\(path): \(error.message)"
      throw located
    }
  }

  /// Loads the configuration in the file at a URL, like `load(contentsOf:provider:profile:environment:)` for a path.
  ///
  /// - Throws: `invalid_configuration` if the URL is not a file URL, the file cannot be read, or its configuration has
  ///   faults.
  public static func load(
    contentsOf url: URL, provider: ProviderID? = nil, profile: String? = nil,
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws(AuthError) -> AuthConfiguration {
    guard url.isFileURL else {
      throw AuthError(.invalidConfiguration, "\(url) is not a file URL. Pass the URL of a file on this machine.")
    }
    return try load(contentsOf: url.path, provider: provider, profile: profile, environment: environment)
  }

  /// Checks the configuration in a file strictly, and returns all its faults instead of throwing them.
  ///
  /// - Parameters:
  ///   - path: the path of the file.
  ///   - plugins: the providers whose blocks can be read.
  ///   - profile: the only profile to check; nil for the one in `AUTH_PROFILE`, or, if that is unset, for every
  ///     profile.
  ///   - environment: the environment variables; by default those of the process.
  /// - Throws: `invalid_configuration` if the file cannot be read.
  public static func check(
    contentsOf path: String, plugins: [ProviderPlugin], profile: String? = nil,
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws(AuthError) -> ConfigurationCheck {
    let (bytes, sources) = try file(path, environment)
    return ConfigurationCheck(parsing: bytes, plugins: plugins, profile: profile, sources: sources)
  }

  private static func file(
    _ path: String, _ environment: [String: String]
  ) throws(AuthError) -> ([UInt8], ConfigurationSources) {
    guard let bytes = fileBytes(path) else {
      let files = FileManager.default
      let reason =
        files.fileExists(atPath: path + "/.")
        ? "is a directory; name the file in it"
        : files.fileExists(atPath: path)
          ? "cannot be read; check its permissions" : "does not exist; check the path"
      throw AuthError(.invalidConfiguration, "The configuration file \(path) \(reason).")
    }
    let parent = path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
    let directory = path.hasPrefix("/") && parent.isEmpty ? "/" : parent.isEmpty ? "." : parent
    return (bytes, ConfigurationSources(environment: environment, directory: directory, read: fileBytes))
  }

  @Sendable private static func fileBytes(_ path: String) -> [UInt8]? {
    FileManager.default.contents(atPath: path).map { Array($0) }
  }
}
