/// Access to everything outside the package for a client and its providers, passed by value.
public struct ClientServices: Sendable {
  /// The services of each provider, which receives only its own instance's part of `records`.
  public var provider: ProviderServices
  /// Where sessions are kept.
  public var sessionStore: any SessionStore
  /// The program's name, which histories show next to its entries; nil for none.
  public var program: String?
  /// Makes the token providers that a configuration names. `TokenSource.session` and `.chain` are handled elsewhere.
  public var makeTokenProvider: @Sendable (TokenSource) throws(AuthError) -> any TokenProvider

  /// Services.
  ///
  /// - Parameters:
  ///   - provider: the services of each provider.
  ///   - sessionStore: where sessions are kept.
  ///   - program: the program's name, which histories show.
  ///   - makeTokenProvider: makes token providers; by default it refuses every source, so that nothing outside the
  ///     package is used unless the app allows it.
  public init(
    provider: ProviderServices, sessionStore: any SessionStore, program: String? = nil,
    makeTokenProvider: @escaping @Sendable (TokenSource) throws(AuthError) -> any TokenProvider = {
      (_) throws(AuthError) in
      throw AuthError(
        .invalidConfiguration,
        "tokenProvider: these services cannot make token providers. Set `makeTokenProvider`, or use AuthRuntime."
      )
    }
  ) {
    self.provider = provider
    self.sessionStore = sessionStore
    self.program = program
    self.makeTokenProvider = makeTokenProvider
  }
}
