#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension AuthConfiguration {
  /// The configuration in a file. Relative paths in it are relative to it.
  ///
  /// - Parameters:
  ///   - path: where it is.
  ///   - provider: wins over `AUTH_PROVIDER`, which wins over the file.
  ///   - environment: the environment variables; the process's own by default.
  /// - Throws: `invalid_configuration`, also when the file cannot be read.
  public static func load(
    contentsOf path: String, provider: ProviderID? = nil,
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws(AuthError) -> AuthConfiguration {
    guard let bytes = fileBytes(path) else {
      throw AuthError(.invalidConfiguration, "The configuration file \(path) cannot be read; is the path right?")
    }
    let parent = path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
    let directory = path.hasPrefix("/") && parent.isEmpty ? "/" : parent.isEmpty ? "." : parent
    let sources = ConfigurationSources(environment: environment, directory: directory, read: fileBytes)
    do throws(AuthError) {
      return try AuthConfiguration(parsing: bytes, provider: provider, sources: sources)
    } catch {
      var located = error
      located.message = "\(path): \(error.message)"
      throw located
    }
  }

  /// The configuration in a file.
  public static func load(
    contentsOf url: URL, provider: ProviderID? = nil,
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws(AuthError) -> AuthConfiguration {
    guard url.isFileURL else { throw AuthError(.invalidConfiguration, "\(url) is no file.") }
    return try load(contentsOf: url.path, provider: provider, environment: environment)
  }

  @Sendable private static func fileBytes(_ path: String) -> [UInt8]? {
    FileManager.default.contents(atPath: path).map { Array($0) }
  }
}
