/// Signs users in with the provider that the configuration names.
///
/// ```swift
/// let auth = try AuthClient(configuration: .load(contentsOf: "auth.json"), plugins: [.turnkey, .privy])
/// for await update in auth.signIn(identifier: "jane@example.com") { … }
/// let response = try await auth.send(request)
/// ```
public final class AuthClient: Sendable {
  struct Setup: Sendable {
    var configuration: AuthConfiguration { didSet { first = instances[configuration.provider] } }
    /// The number of reloads so far. An instance whose creation began before the latest reload is discarded, because it
    /// may have the earlier configuration.
    var reloads = 0
    var instances: [ProviderID: ProviderSessions] = [:] { didSet { first = instances[configuration.provider] } }
    /// The instance of the configured provider, which most calls use.
    private(set) var first: ProviderSessions? { didSet { ready.clear() } }
    /// Token providers that the app set with `setTokenProvider`. They take precedence over the configuration, also
    /// after a reload.
    var tokenProviders: [ProviderID: any TokenProvider] = [:]
    /// The states of each instance. They are kept across reloads, so that their readers continue.
    var sources: [ProviderID: SessionStateSource] = [:]
    /// The engines of single accounts, for calls of `Account`.
    var accounts: [SessionID: ProviderSessions] = [:]

    private let ready: ReadySession

    init(_ configuration: AuthConfiguration, _ ready: ReadySession) {
      self.configuration = configuration
      self.ready = ready
    }

    /// Returns the rule that selects the instance of a call. `asked` is the instance that the caller named; nil for the
    /// default session.
    func resolver(_ asked: ProviderID?) -> SessionResolver {
      SessionResolver(asked: asked, configured: configuration.provider, fallback: configuration.fallback)
    }
  }

  package let services: ClientServices
  let eventSource: AuthEventSource
  /// Writes history entries of sessions.
  let author: HistoryAuthor
  let setup: Locked<Setup>
  /// The session of the configured instance, while it can be returned without a further check.
  let ready: ReadySession
  /// The states of the default session.
  let resolved: ResolvedStates
  private let plugins: [String: ProviderPlugin]

  /// Creates a client. The client does not send a request or read a store until its first call.
  ///
  /// - Parameters:
  ///   - configuration: the providers and their settings.
  ///   - plugins: the providers that this app links.
  ///   - services: the transport, the stores and all other external services.
  /// - Throws: `provider_not_linked` if the type of a needed provider is not among `plugins`; `invalid_configuration`
  ///   if the block of a needed provider is missing or faulty, or if token sources refer to each other in a circle; the
  ///   errors of `ClientServices.makeTokenProvider`. The needed providers are the configured provider, its fallbacks,
  ///   and the providers whose sessions supply tokens to them.
  public init(
    configuration: AuthConfiguration, plugins: [ProviderPlugin], services: ClientServices
  ) throws(AuthError) {
    author = HistoryAuthor(program: services.program, mark: services.provider.random.token())
    eventSource = .around(services.provider.observer)
    var services = services
    services.provider.observer = eventSource
    // All engines of this client share this store, so that each engine sees the writes of the others.
    let store = SharedSessionStore(services.sessionStore)
    services.sessionStore = store
    self.services = services
    ready = ReadySession(store: store, clock: services.provider.clock)
    self.plugins = Dictionary(plugins.map { ($0.type, $0) }, uniquingKeysWith: { _, last in last })
    let setup = Setup(configuration, ready)
    resolved = ResolvedStates(setup.resolver(nil))
    self.setup = Locked(setup)
    for id in try configuration.neededProviders() { _ = try instance(id) }
    followStates()
  }

  /// Makes the states of the default session follow the instances in the current configuration.
  func followStates() {
    let resolver = setup.withLock { $0.resolver(nil) }
    resolved.follow(
      resolver, Dictionary(resolver.candidates.map { ($0, source(of: $0)) }, uniquingKeysWith: { first, _ in first }))
  }

  /// The configuration in use.
  public var configuration: AuthConfiguration { setup.withLock { $0.configuration } }

  /// The names of the linked provider types.
  public var linkedTypes: [String] { plugins.keys.sorted() }

  /// The provider instance with the name `id`; for nil, the configured instance.
  ///
  /// - Throws: `provider_not_linked`; `invalid_configuration` if the instance has no block, or a faulty one.
  public func provider(_ id: ProviderID? = nil) throws(AuthError) -> any AuthProvider {
    try instance(id ?? configuration.provider).provider
  }

  /// Sets the token provider of an instance, instead of the one in the configuration. It is used for all following
  /// token requests, even after a reload, until another one is set.
  ///
  /// - Parameters:
  ///   - tokenProvider: the new token provider.
  ///   - id: the instance; nil for the configured one.
  /// - Throws: `provider_not_linked`; `invalid_configuration` if the instance has no block, or a faulty one.
  public func setTokenProvider(_ tokenProvider: any TokenProvider, provider id: ProviderID? = nil) throws(AuthError) {
    let id = id ?? configuration.provider
    try instance(id).setTokenProvider(tokenProvider)
    setup.withLock { $0.tokenProviders[id] = tokenProvider }
  }

  /// The session engine of an instance, made on first use.
  package func instance(_ id: ProviderID) throws(AuthError) -> ProviderSessions {
    while true {
      let (known, configuration, reloads) = setup.withLock { ($0.instances[id], $0.configuration, $0.reloads) }
      if let known { return known }
      let made = try make(id, of: configuration)
      let isNew = setup.withLock { setup in
        guard setup.instances[id] == nil, setup.reloads == reloads else { return false }
        setup.instances[id] = made
        return true
      }
      if isNew {
        made.attach()
        return made
      }
    }
  }

  /// The engines of the instances that were created so far.
  var usedInstances: [ProviderSessions] { setup.withLock { Array($0.instances.values) } }

  /// The engine of a single account, if it is in memory.
  package func accountEngine(_ id: SessionID) -> ProviderSessions? { setup.withLock { $0.accounts[id] } }

  /// Forgets the engine of an account whose session is deleted.
  package func forgetAccountEngine(_ id: SessionID) { setup.withLock { $0.accounts[id] = nil } }

  /// The engines of single accounts that are in memory.
  var usedAccounts: [ProviderSessions] { setup.withLock { Array($0.accounts.values) } }

  /// The states of an instance. They exist even before the instance is created, and if it cannot be created, so that
  /// they can be read at any time.
  func source(of id: ProviderID) -> SessionStateSource {
    setup.withLock { setup in
      if let known = setup.sources[id] { return known }
      let source = SessionStateSource()
      setup.sources[id] = source
      return source
    }
  }

  func make(_ id: ProviderID, of configuration: AuthConfiguration) throws(AuthError) -> ProviderSessions {
    guard let block = configuration.block(id) else {
      throw AuthError(
        .invalidConfiguration, "$.providers has no block '\(id)'. Add it, or use another name.", provider: id)
    }
    guard let plugin = plugins[block.type] else {
      let linked = linkedTypes.isEmpty ? "none is linked" : "linked: \(linkedTypes.joined(separator: ", "))"
      let product = "Auth" + block.type.prefix(1).uppercased() + block.type.dropFirst()
      let nearest = NearestName.find(block.type, in: linkedTypes)
      throw AuthError(
        .providerNotLinked,
        "The provider '\(block.type)' of $.providers.\(id) is not linked (\(linked)). Link its product (\(product) for "
          + "a provider of this package), and pass its plug-in in `plugins`."
          + (nearest.map { " Did you mean '\($0)'?" } ?? ""),
        fieldErrors: [
          AuthError.FieldError(
            field: "$.providers.\(id)",
            message: "is of type '\(block.type)', which is not linked (\(linked))"
              + (nearest.map { "; did you mean '\($0)'?" } ?? ""))
        ],
        provider: id)
    }
    // The inputs are read before the block: if a secret is rotated in between, the next reload makes a new instance.
    let inputs = BlockInputs(block, sources: configuration.sources)
    var own = services.provider.narrowed(to: id)
    // Servers check expiry by their own clocks, so each instance follows the time of its own server.
    let serverTime = ServerTime(of: id, base: own.clock, observer: own.observer) { [ready] in ready.clear() }
    own.transport = own.transport.wrapped(by: serverTime).wrapped(by: RenewalLeaseMiddleware())
    own.clock = serverTime
    let setByApp = setup.withLock { $0.tokenProviders[id] }
    if let setByApp {
      own.tokenProvider = setByApp
    } else if let source = block.tokenSource {
      own.tokenProvider = try tokenProvider(source)
    }
    // `setTokenProvider` replaces the token provider for the provider and for the session engine, because both receive
    // this object.
    own.tokenProvider = ReplaceableTokenProvider(own.tokenProvider)
    let provider = try plugin.provider(id, reading: block.reader(sources: configuration.sources), services: own)
    return ProviderSessions(
      provider: provider, store: services.sessionStore, services: own, source: source(of: id), author: author,
      inputs: inputs, ready: ready)
  }

  private func tokenProvider(_ source: TokenSource) throws(AuthError) -> any TokenProvider {
    switch source {
    case .session(let id, let kind): return SessionTokenProvider(client: self, providerID: id, kind: kind)
    case .chain(let sources):
      var providers: [any TokenProvider] = []
      for source in sources { providers.append(try tokenProvider(source)) }
      return TokenProviderChain(providers)
    case .command, .file, .environment, .url: return try services.makeTokenProvider(source)
    }
  }
}

extension AuthConfiguration {
  /// The configured provider, its fallbacks, and the providers whose sessions supply tokens to them. A provider comes
  /// after the providers that supply its tokens.
  ///
  /// - Throws: `invalid_configuration` for a provider without a block, and for token sources that form a circle,
  ///   because each source would wait for another.
  func neededProviders() throws(AuthError) -> [ProviderID] {
    var order: [ProviderID] = []
    func visit(_ id: ProviderID, _ path: [ProviderID]) throws(AuthError) {
      if path.contains(id) {
        let circle = (path + [id]).map(\.rawValue).joined(separator: " → ")
        throw AuthError(
          .invalidConfiguration,
          "$.providers: the token providers refer to each other in a circle (\(circle)). Give one of them another "
            + "source.",
          fieldErrors: [
            AuthError.FieldError(
              field: "$.providers.\(id).tokenProvider", message: "is part of a circle of token providers (\(circle))")
          ])
      }
      guard !order.contains(id) else { return }
      guard let block = block(id) else {
        throw AuthError(
          .invalidConfiguration,
          "$.providers has no block '\(id)', which `provider`, `fallback` or a `tokenProvider` names. Add the block, "
            + "or correct the name.")
      }
      for other in block.tokenSource?.referredProviders ?? [] { try visit(other, path + [id]) }
      order.append(id)
    }
    for id in [provider] + fallback { try visit(id, []) }
    return order
  }
}
