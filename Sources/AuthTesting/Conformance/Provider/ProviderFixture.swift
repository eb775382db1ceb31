public import AuthCore

/// What a conformance suite has to know about a provider: the plug-in, a request that signs somebody in, and a way to
/// make a server that behaves as the vendor's does.
///
/// ```swift
/// let fixture = ProviderFixture(.acme, requiredKeys: ["clientId"]) { clock in
///   let server = AcmeServer(clock: clock)
///   return ConformanceServer(server, configuration: ["clientId": "app"]) { prompt, _ in
///     .code(server.lastCode)
///   }
/// }
/// let report = await ProviderConformance(fixture).report()
/// ```
public struct ProviderFixture: Sendable {
  /// The provider under test.
  public var plugin: ProviderPlugin
  /// The instance's name in the configuration; the plug-in's type unless given, so that a provider which confuses the
  /// two is found out by giving another.
  public var providerID: ProviderID
  /// A request that signs somebody in.
  public var request: FlowRequest
  /// Requests that start a method whose flow needs more than the method's name: a phone number, a redirect.
  public var methodRequests: [MethodID: FlowRequest]
  /// The keys without which a block of the configuration is refused.
  public var requiredKeys: [String]
  /// How many requests one renewal costs at the vendor.
  public var requestsPerRefresh: Int
  /// Whether the vendor renews a session that has run out already. Where a session is renewed by its own credential it
  /// does not, and the suite renews shortly before.
  public var renewsExpired: Bool
  /// Whether two requests that are authorised one after the other must differ in their credential, as a proof of
  /// possession does (RFC 9449 §4.2).
  public var authorizesAfresh: Bool
  /// Whether a request that is neither GET nor HEAD spends nothing at the server, so that the vendor lets it be sent as
  /// often as need be (`RetryIntent.safe`): queries that are asked by POST.
  public var isRepeatable: @Sendable (TransportRequest) -> Bool
  /// Makes the keys of one app; the same keys serve its next start, too.
  public var makeKeys: @Sendable () -> KeyRing
  /// Makes the authenticator of one app, where the provider offers passkeys.
  public var makePasskeys: @Sendable () -> (any PasskeyAuthenticator)?
  /// Makes a server with no history, on a clock that the suite moves.
  public var makeServer: @Sendable (any AuthClock) async throws -> ConformanceServer

  /// A fixture.
  ///
  /// - Parameters:
  ///   - plugin: the provider under test.
  ///   - providerID: the instance's name; nil for the plug-in's type.
  ///   - request: a request that signs somebody in.
  ///   - requiredKeys: the keys without which a block is refused.
  ///   - requestsPerRefresh: how many requests one renewal costs.
  ///   - keys: the keys of one app; by default there are none, and asking for one is `unsupported`.
  ///   - makeServer: makes a server with no history; called for every law at least once.
  public init(
    _ plugin: ProviderPlugin, providerID: ProviderID? = nil,
    request: FlowRequest = FlowRequest(identifier: "jane@example.com"), requiredKeys: [String] = [],
    requestsPerRefresh: Int = 1, keys: @escaping @Sendable () -> KeyRing = { KeyRing(NoKeyStore()) },
    makeServer: @escaping @Sendable (any AuthClock) async throws -> ConformanceServer
  ) {
    self.plugin = plugin
    self.providerID = providerID ?? ProviderID(plugin.type)
    self.request = request
    self.requiredKeys = requiredKeys
    self.requestsPerRefresh = requestsPerRefresh
    self.makeServer = makeServer
    methodRequests = [:]
    renewsExpired = true
    authorizesAfresh = false
    isRepeatable = { _ in false }
    makeKeys = keys
    makePasskeys = { nil }
  }
}
