/// All external services that a client and its providers may use, passed by value.
public struct ClientServices: Sendable {
  /// The services for the provider instances. Each instance receives a copy whose `records` and `hostRecords` are
  /// limited to its own namespace.
  public var provider: ProviderServices
  /// The store of the sessions of all provider instances.
  public var sessionStore: any SessionStore
  /// The program's name, which is stored in the history entries that this client writes; nil for none.
  public var program: String?
  /// Makes the token provider for a source in the configuration. It is not called for `TokenSource.session` and
  /// `.chain`, whose token providers the client makes itself.
  public var makeTokenProvider: @Sendable (TokenSource) throws(AuthError) -> any TokenProvider

  /// Creates services.
  ///
  /// - Parameters:
  ///   - provider: the services for the provider instances.
  ///   - sessionStore: the store of the sessions.
  ///   - program: the program's name for history entries; nil for none.
  ///   - makeTokenProvider: makes the token provider for a source in the configuration. By default, it throws
  ///     `invalid_configuration`, so that no command, file, variable or URL is used unless the app allows it.
  public init(
    provider: ProviderServices, sessionStore: any SessionStore, program: String? = nil,
    makeTokenProvider: @escaping @Sendable (TokenSource) throws(AuthError) -> any TokenProvider = {
      (_) throws(AuthError) in
      throw AuthError(
        .invalidConfiguration,
        "The configuration names a `tokenProvider`, but these services cannot make one. Set "
          + "`ClientServices.makeTokenProvider`, or use `ClientServices.standard` of AuthRuntime."
      )
    }
  ) {
    self.provider = provider
    self.sessionStore = sessionStore
    self.program = program
    self.makeTokenProvider = makeTokenProvider
  }
}
