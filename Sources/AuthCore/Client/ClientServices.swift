/// Everything of the outside that a client and its providers may touch, passed by value.
public struct ClientServices: Sendable {
  /// What each provider is given; `records` is narrowed to its instance first.
  public var provider: ProviderServices
  /// Where sessions are kept.
  public var sessionStore: any SessionStore
  /// The program's name, which histories show beside what it did; nil for none.
  public var program: String?
  /// Makes the token providers that a configuration names. `TokenSource.session` and `.chain` never reach it.
  public var makeTokenProvider: @Sendable (TokenSource) throws(AuthError) -> any TokenProvider

  /// Services.
  ///
  /// - Parameters:
  ///   - provider: what each provider is given.
  ///   - sessionStore: where sessions are kept.
  ///   - program: the program's name, which histories show.
  ///   - makeTokenProvider: by default refuses every source: nothing of the outside is touched unasked.
  public init(
    provider: ProviderServices, sessionStore: any SessionStore, program: String? = nil,
    makeTokenProvider: @escaping @Sendable (TokenSource) throws(AuthError) -> any TokenProvider = {
      (_) throws(AuthError) in
      throw AuthError(
        .invalidConfiguration, "tokenProvider: these services make no token providers; pass one in, or use AuthRuntime."
      )
    }
  ) {
    self.provider = provider
    self.sessionStore = sessionStore
    self.program = program
    self.makeTokenProvider = makeTokenProvider
  }
}
