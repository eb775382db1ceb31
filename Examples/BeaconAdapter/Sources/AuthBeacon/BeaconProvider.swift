public import AuthCore

/// Signs users in with Beacon.
///
/// The provider has the same layout as Latchkey's own:
///
/// * `BeaconConfiguration`: the block in the app's configuration, read strictly;
/// * `BeaconProvider`: this type; each optional capability is a conformance in its own file: renewal
///   (`+Refreshing`), revocation (`+Revoking`), authorised requests (`+Authorizing`), flows that continue in another
///   process (`+Resuming`);
/// * `BeaconFlow`: the decisions, a value without I/O; `BeaconFlowPerformer`: the effects;
/// * `API/`: the vendor's endpoints and responses;
/// * `BeaconErrors`: the vendor's errors as `AuthError`, in one table;
/// * `BeaconPlugin`: `ProviderPlugin.beacon`.
public struct BeaconProvider: AuthProvider {
  /// The instance's name in the configuration. It may differ from the type's name, because an app can have two
  /// instances.
  public let id: ProviderID
  /// The instance's configuration.
  public let configuration: BeaconConfiguration
  /// The provider's only access to HTTP, keys, records, time and randomness, so that a test controls all five. The
  /// provider does not use global state, files or `Date()`.
  let services: ProviderServices

  /// Creates an instance, without I/O.
  public init(
    id: ProviderID, configuration: BeaconConfiguration, services: ProviderServices
  ) throws(AuthError) {
    self.id = id
    self.configuration = configuration
    self.services = services
  }

  /// The tenant of the provider's sessions. A stored session of another tenant is not used.
  public var tenant: String { configuration.appKey }

  /// The offered methods, the preferred one first.
  public var methods: [MethodID] {
    [.push]
  }

  /// Starts a flow. A request that cannot be served makes the flow fail, before anything is sent to the vendor.
  ///
  /// - Throws: `method_not_available` for a method that is not offered.
  public func start(_ request: FlowRequest) throws(AuthError) -> ProviderFlow {
    try request.require(methods, of: id)
    return flow(BeaconFlow(request))
  }

  /// Combines the decisions and the effects in a flow, which the client runs.
  func flow(_ logic: BeaconFlow) -> ProviderFlow {
    ProviderFlow(logic, performer: BeaconFlowPerformer(provider: self))
  }

  var api: BeaconAPI { BeaconAPI(configuration: configuration, services: services) }

  /// Returns the session of the vendor's response. The client stores it; a provider does not store a session itself.
  func session(_ approved: Approved) -> Session {
    Session(
      id: SessionID(services.random.token()), providerID: id, tenant: tenant, subject: approved.userID,
      displayName: approved.userName, tokens: SessionTokens(access: approved.token), createdAt: services.clock.now(),
      expiresAt: approved.validUntil)
  }
}
