public import AuthCore

/// Signs users in with a Turnkey-style vendor: one-time codes through its auth proxy, sessions bound to a P-256 key
/// that stays in the key store, every request stamped by that key.
public struct TurnkeyProvider: AuthProvider {
  /// The instance's name in the configuration.
  public let id: ProviderID
  /// What it is configured with.
  public let configuration: TurnkeyConfiguration
  let services: ProviderServices

  /// An instance; touches nothing outside.
  public init(
    id: ProviderID, configuration: TurnkeyConfiguration, services: ProviderServices
  ) throws(AuthError) {
    self.id = id
    self.configuration = configuration
    self.services = services
  }

  /// The parent organisation.
  public var tenant: String { configuration.organizationID }

  /// Codes by e-mail and SMS.
  public var methods: [MethodID] { [.emailOTP, .smsOTP] }

  /// Starts a flow.
  public func start(_ request: FlowRequest) -> AuthFlow {
    .failed(AuthError(.unsupported, "Signing in is not there yet."), providerID: id)
  }
}
