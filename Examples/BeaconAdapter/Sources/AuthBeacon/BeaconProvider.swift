public import AuthCore

/// Signs users in with Beacon.
///
/// It has the layout of every provider of Latchkey:
///
/// * `BeaconConfiguration`: the block in the app's configuration, read strictly;
/// * `BeaconProvider`: this type; each optional capability is a conformance in its own file: renewal
///   (`+Refreshing`), revocation (`+Revoking`), authorised requests (`+Authorizing`), flows that continue in another
///   process (`+Resuming`);
/// * `BeaconFlow`: the decisions, a value without I/O; `BeaconFlowPerformer`: the effects;
/// * `API/`: the vendor's endpoints and answers;
/// * `BeaconErrors`: the vendor's errors as `AuthError`, in one table;
/// * `BeaconPlugin`: `ProviderPlugin.beacon`.
public struct BeaconProvider: AuthProvider {
  /// The instance's name in the configuration, not the type's name: an app may have two instances.
  public let id: ProviderID
  /// The instance's configuration.
  public let configuration: BeaconConfiguration
  /// Everything outside: HTTP, keys, records, time, randomness. The provider uses nothing else: no global, no file, no
  /// `Date()`. So a test controls all of it.
  let services: ProviderServices

  /// An instance; does no I/O.
  public init(
    id: ProviderID, configuration: BeaconConfiguration, services: ProviderServices
  ) throws(AuthError) {
    self.id = id
    self.configuration = configuration
    self.services = services
  }

  /// The tenant of its sessions: a stored session of another tenant is not used.
  public var tenant: String { configuration.appKey }

  /// The offered methods, the preferred one first.
  public var methods: [MethodID] {
    [.push]
  }

  /// Starts a flow. A request that cannot be served fails in the flow, not here, before any request is sent.
  public func start(_ request: FlowRequest) throws(AuthError) -> ProviderFlow {
    flow(BeaconFlow(request, offering: methods))
  }

  /// Joins the decisions and the effects; the client does the rest.
  func flow(_ logic: BeaconFlow) -> ProviderFlow {
    ProviderFlow(logic, performer: BeaconFlowPerformer(provider: self))
  }

  var api: BeaconAPI { BeaconAPI(configuration: configuration, services: services) }

  /// The session from the vendor's response. The client stores it; a provider stores no session itself.
  func session(_ approved: Approved) -> Session {
    Session(
      id: SessionID(services.random.token()), providerID: id, tenant: tenant, subject: approved.userID,
      displayName: approved.userName, tokens: SessionTokens(access: approved.token), createdAt: services.clock.now(),
      expiresAt: approved.validUntil)
  }
}
