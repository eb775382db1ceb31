public import AuthCore

/// The input of a conformance suite for a provider: the plug-in, a request that signs a user in, and a function that
/// makes a server that behaves as the vendor's server does.
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
  /// The instance's name in the configuration; by default the plug-in's type. Pass another name to detect a provider
  /// that confuses its instance's name with the type.
  public var providerID: ProviderID
  /// A request that signs a user in.
  public var request: FlowRequest
  /// The requests for methods whose flow needs more than the method's name: a phone number, a redirect.
  public var methodRequests: [MethodID: FlowRequest]
  /// Offered methods that the fixture's user has not set up, so that the vendor asks for another one instead. The law
  /// `methods.requested` does not check these methods. Empty by default.
  public var replacedMethods: Set<MethodID>
  /// Requests with a purpose other than signing in, one for each purpose that the provider's capabilities allow: an
  /// enrolment, a step-up, a link. The suite starts a flow for each request, in this order, and gives right answers.
  /// All flows have the same session, so that a step-up can use the factor that an enrolment added.
  public var purposeRequests: [FlowRequest]
  /// The required keys of a configuration block, as paths: a dot separates the keys of nested objects.
  public var requiredKeys: [String]
  /// How many requests one renewal sends to the vendor.
  public var requestsPerRefresh: Int
  /// Whether the vendor renews an expired session. False for a vendor whose renewal needs a session credential that has
  /// not expired: the suite then renews shortly before the expiry.
  public var renewsExpired: Bool
  /// Whether each request must carry a new credential, such as a DPoP proof (RFC 9449 §4.2).
  public var authorizesAfresh: Bool
  /// Whether the server accepts the right answer after a wrong one in the same flow. If true, the default, a wrong code
  /// or field must show its prompt again. False for a vendor whose flow ends at the first mistake.
  public var allowsAnotherTry: Bool
  /// Whether an answer that the user types works only once, even if its request has failed: the flow may then end. If
  /// false, the default, the prompt must take the answer again after a connection was lost or the server failed.
  public var answersWorkOnce: Bool
  /// Whether the server's response to a wrong code contains the number of remaining attempts. If true, the default, the
  /// prompt must be shown again with `PromptContext.attemptsRemaining`.
  public var countsAttempts: Bool
  /// Whether a request that is neither GET nor HEAD may be repeated (`RetryIntent.safe`), such as a query by POST.
  public var isRepeatable: @Sendable (TransportRequest) -> Bool
  /// Makes the key ring of one app. The app's next start uses the same key ring.
  public var makeKeys: @Sendable () -> KeyRing
  /// Makes the passkey authenticator of one app; nil if the provider does not offer passkeys.
  public var makePasskeys: @Sendable () -> (any PasskeyAuthenticator)?
  /// Makes a new server. The server must use the clock in the argument, which the suite advances.
  public var makeServer: @Sendable (any AuthClock) async throws -> ConformanceServer

  /// Creates a fixture.
  ///
  /// - Parameters:
  ///   - plugin: the provider under test.
  ///   - providerID: the instance's name; nil for the plug-in's type.
  ///   - request: a request that signs a user in.
  ///   - requiredKeys: the required keys of a configuration block, as paths: a dot separates the keys of nested
  ///     objects.
  ///   - requestsPerRefresh: how many requests one renewal sends to the vendor.
  ///   - keys: makes the key ring of one app; by default a key ring with a `NoKeyStore`, which throws `unsupported` for
  ///     a new key.
  ///   - makeServer: makes a new server; called at least once for every law.
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
    replacedMethods = []
    purposeRequests = []
    renewsExpired = true
    authorizesAfresh = false
    allowsAnotherTry = true
    answersWorkOnce = false
    countsAttempts = true
    isRepeatable = { _ in false }
    makeKeys = keys
    makePasskeys = { nil }
  }
}
