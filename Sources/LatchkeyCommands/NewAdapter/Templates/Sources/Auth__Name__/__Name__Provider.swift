public import AuthCore

/// Signs users in with __Name__.
///
/// The provider has the same layout as Latchkey's own:
///
/// * `__Name__Configuration`: the block in the app's configuration, read strictly;
/// * `__Name__Provider`: this type; each optional capability is a conformance in its own file: renewal (`+Refreshing`),
///   revocation (`+Revoking`), authorised requests (`+Authorizing`), flows that continue in another process
///   (`+Resuming`). To remove a capability that your vendor does not have, delete its file. Without `+Refreshing`, also
///   remove the renewal in `+Revoking`;
/// * `__Name__Flow`: the decisions, a value without I/O; `__Name__FlowPerformer`: the effects;
/// * `API/`: the vendor's endpoints and responses;
/// * `__Name__Errors`: the vendor's errors as `AuthError`, in one table;
/// * `__Name__Plugin`: `ProviderPlugin.__name__`.
public struct __Name__Provider: AuthProvider {
  /// The instance's name in the configuration. It may differ from the provider's `type` there, because an app
  /// can have two instances of one type.
  public let id: ProviderID
  /// The instance's configuration.
  public let configuration: __Name__Configuration
  /// The provider's only access to HTTP, keys, records, time and randomness, so that a test controls all five. The
  /// provider does not use global state, files or `Date()`.
  let services: ProviderServices

  /// Creates an instance, without I/O.
  public init(
    id: ProviderID, configuration: __Name__Configuration, services: ProviderServices
  ) throws(AuthError) {
    self.id = id
    self.configuration = configuration
    self.services = services
  }

  /// The tenant of the provider's sessions. A stored session of another tenant is not used.
  public var tenant: String { configuration.clientID }

  /// The offered methods, the preferred one first.
  public var methods: [MethodID] {
    // CHANGE ME 3: the methods that your vendor offers. `__Name__Flow` must be able to begin each.
    [.emailOTP]
  }

  /// Starts a flow. A request that cannot be served makes the flow fail, before anything is sent to the vendor.
  ///
  /// - Throws: `method_not_available` for a method that is not offered.
  public func start(_ request: FlowRequest) throws(AuthError) -> ProviderFlow {
    try request.require(methods, of: id)
    return flow(__Name__Flow(request))
  }

  /// Combines the decisions and the effects in a flow, which the client runs.
  func flow(_ logic: __Name__Flow) -> ProviderFlow {
    ProviderFlow(logic, performer: __Name__FlowPerformer(provider: self))
  }

  var api: __Name__API { __Name__API(configuration: configuration, services: services) }

  /// Returns the session of the vendor's response. The client stores it; a provider does not store a session itself.
  func session(_ answer: TokenAnswer, identifier: String) -> Session {
    let now = services.clock.now()
    return Session(
      id: SessionID(services.random.token()), providerID: id, tenant: tenant, subject: answer.userID,
      identifier: identifier, tokens: SessionTokens(access: answer.access, refresh: answer.refresh), createdAt: now,
      expiresAt: answer.expiry(from: now))
  }
}
