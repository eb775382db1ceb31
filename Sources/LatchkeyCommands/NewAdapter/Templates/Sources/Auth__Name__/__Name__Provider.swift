public import AuthCore

/// Signs users in with __Name__.
///
/// It has the parts of every provider of Latchkey:
///
/// * `__Name__Configuration`: the block in the app's configuration, read strictly;
/// * `__Name__Provider`: this type; each optional capability is a conformance in its own file: renewal (`+Refreshing`),
///   revocation (`+Revoking`), authorised requests (`+Authorizing`), flows that continue in another process
///   (`+Resuming`). To remove a capability that your vendor does not have, delete its file;
/// * `__Name__Flow`: the decisions, a value without I/O; `__Name__FlowPerformer`: the effects;
/// * `API/`: the vendor's endpoints and responses;
/// * `__Name__Errors`: the vendor's errors as `AuthError`, in one table;
/// * `__Name__Plugin`: `ProviderPlugin.__name__`.
public struct __Name__Provider: AuthProvider {
  /// The instance's name in the configuration. It is not the type's, since an app may have two instances.
  public let id: ProviderID
  /// Its settings.
  public let configuration: __Name__Configuration
  /// Access to the outside: HTTP, keys, records, time, randomness. The provider uses nothing else (no global, no file,
  /// no `Date()`), so that a test controls all of it.
  let services: ProviderServices

  /// Creates an instance, without I/O.
  public init(
    id: ProviderID, configuration: __Name__Configuration, services: ProviderServices
  ) throws(AuthError) {
    self.id = id
    self.configuration = configuration
    self.services = services
  }

  /// The tenant of its sessions: a stored session of another tenant is not used.
  public var tenant: String { configuration.clientID }

  /// The methods that are offered, in order of preference.
  public var methods: [MethodID] {
    // CHANGE ME 2: the methods that your vendor offers. `__Name__Flow` must be able to begin each.
    [.emailOTP]
  }

  /// Starts a flow. A request that cannot be served fails in the flow, before anything is sent.
  public func start(_ request: FlowRequest) throws(AuthError) -> ProviderFlow {
    flow(__Name__Flow(request, offering: methods))
  }

  /// The decisions and the effects; the client runs them.
  func flow(_ logic: __Name__Flow) -> ProviderFlow {
    ProviderFlow(logic, performer: __Name__FlowPerformer(provider: self))
  }

  var api: __Name__API { __Name__API(configuration: configuration, services: services) }

  /// The session for the vendor's response. The client stores it; a provider stores no session itself.
  func session(_ answer: TokenAnswer, identifier: String) -> Session {
    let now = services.clock.now()
    return Session(
      id: SessionID(services.random.token()), providerID: id, tenant: tenant, subject: answer.userID,
      identifier: identifier, tokens: SessionTokens(access: answer.access, refresh: answer.refresh), createdAt: now,
      expiresAt: answer.expiry(from: now))
  }
}
