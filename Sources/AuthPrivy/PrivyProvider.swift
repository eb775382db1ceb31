public import AuthCore

/// Signs users in with a Privy-style vendor: by a JWT of the app's own identity system, or by a code sent by e-mail.
///
/// The JWT comes from the token provider, or from `FlowRequest.token`, which stands alone. Its signature is the
/// vendor's to verify: the app holds no key, and only looks at whether it is a JWT and not past its time. The tokens
/// that the vendor answers with are looked at in the same way and no more: they come over TLS from their issuer, and
/// whoever receives them later verifies them there.
public struct PrivyProvider: AuthProvider {
  /// The instance's name in the configuration.
  public let id: ProviderID
  /// What it is configured with.
  public let configuration: PrivyConfiguration
  let services: ProviderServices
  private let lateTokenProvider: ReplaceableTokenProvider

  /// An instance; touches nothing outside.
  public init(id: ProviderID, configuration: PrivyConfiguration, services: ProviderServices) throws(AuthError) {
    self.id = id
    self.configuration = configuration
    let late =
      services.tokenProvider as? ReplaceableTokenProvider ?? ReplaceableTokenProvider(services.tokenProvider)
    lateTokenProvider = late
    var services = services
    services.tokenProvider = late
    self.services = services
  }

  /// The app's id.
  public var tenant: String { configuration.appID }

  /// The app's own JWT, and codes by e-mail.
  public var methods: [MethodID] { [.customJWT, .emailOTP] }

  /// Sets where the app's JWT comes from. The last one set wins, from the next call on.
  public func setTokenProvider(_ tokenProvider: any TokenProvider) {
    lateTokenProvider.replace(with: tokenProvider)
  }

  /// Starts a flow: by the app's JWT unless the request says `email_otp`.
  public func start(_ request: FlowRequest) -> AuthFlow {
    AuthFlow(
      providerID: id, purpose: request.purpose, logic: PrivyFlow(request, methods: methods),
      performer: PrivyFlowPerformer(
        api: api, providerID: id, identifier: request.identifier, services: services,
        mode: request.purpose == .signUp ? .loginOrSignUp : configuration.mode),
      services: services)
  }

  /// Forgets the client's id for the vendor's statistics, as the vendor's own clients do at sign-out.
  public func discard(_ session: Session) async throws(AuthError) {
    try await ClientAnalyticsID(records: services.records, random: services.random).forget()
  }

  var api: PrivyAPI {
    PrivyAPI(
      configuration: configuration, transport: services.transport, clock: services.clock,
      analyticsID: ClientAnalyticsID(records: services.records, random: services.random))
  }
}
