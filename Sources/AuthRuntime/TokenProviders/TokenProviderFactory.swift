import AuthCore

/// Makes the token providers that a configuration names.
struct TokenProviderFactory: Sendable {
  let environment: [String: String]
  let transport: any HTTPTransport

  /// Creates the token provider of a source.
  ///
  /// - Throws: `invalid_configuration` for an empty command; `internal` for a session or a chain, whose providers the
  ///   client creates.
  func make(_ source: TokenSource) throws(AuthError) -> any TokenProvider {
    switch source {
    case .command(let words): try CommandTokenProvider(words, environment: environment)
    case .file(let path): FileTokenProvider(path)
    case .environment(let name): EnvironmentTokenProvider(name, environment: environment)
    case .url(let url): URLTokenProvider(url, transport: transport)
    case .session, .chain:
      throw AuthError(
        .internalError,
        "The client must create the token providers of sessions and chains itself. Report this to Latchkey's "
          + "maintainers.")
    }
  }
}
