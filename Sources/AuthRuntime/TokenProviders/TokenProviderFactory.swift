import AuthCore

/// Makes the token providers that a configuration names.
struct TokenProviderFactory: Sendable {
  let environment: [String: String]
  let transport: any HTTPTransport

  /// - Throws: `unsupported` for a source that this system does not have.
  func make(_ source: TokenSource) throws(AuthError) -> any TokenProvider {
    switch source {
    case .command(let words): try CommandTokenProvider(words, environment: environment)
    case .file(let path): FileTokenProvider(path)
    case .environment(let name): EnvironmentTokenProvider(name, environment: environment)
    case .url(let url): URLTokenProvider(url, transport: transport)
    case .session, .chain:
      throw AuthError(.internalError, "Sessions and chains of token providers are made by the client itself.")
    }
  }
}
