public import AuthCore

/// Signs users in with a Hawcx-style vendor: the server leads through a flow of steps, which ends in an authorisation
/// code bound by PKCE.
///
/// The code becomes a session in one of two ways. Where the configuration names the app's backend, the backend
/// exchanges it and opens the app's own session, which can be renewed: that is how production apps do it. Without a
/// backend but with `clientId`, the provider exchanges it itself at the issuer's token endpoint; the session then is
/// the verified identity token, and ends with it. With neither, flows end in the code.
public struct HawcxProvider: AuthProvider {
  /// The instance's name in the configuration.
  public let id: ProviderID
  /// What it is configured with.
  public let configuration: HawcxConfiguration
  let services: ProviderServices
  /// The exchange without a backend; holds the issuer's metadata and keys for as long as the provider lives.
  let codeExchange: HawcxCodeExchange?

  /// An instance; touches nothing outside.
  public init(
    id: ProviderID, configuration: HawcxConfiguration, services: ProviderServices
  ) throws(AuthError) {
    self.id = id
    self.configuration = configuration
    self.services = services
    codeExchange = configuration.clientID.map { clientID in
      HawcxCodeExchange(
        issuer: configuration.issuer, clientID: clientID, configID: configuration.configID,
        key: configuration.issuerKey, transport: services.transport, clock: services.clock)
    }
  }

  /// The configuration id.
  public var tenant: String { configuration.configID }

  /// Codes by e-mail and SMS, and an authenticator app's; which of them a user has, the server says.
  public var methods: [MethodID] { [.emailOTP, .smsOTP, .totp] }

  /// Starts a flow: `signIn`, `signUp`, `stepUp` or `manage`.
  ///
  /// A step-up begins by a start token of the app's backend, the request's or the token provider's, and ends in a
  /// proof: the receipt that the backend finishes it with. `manage` ends in a code, with the receipt where a token came with
  /// the request.
  ///
  /// The request's `profile` may hold `hawcxInviteCode`, `hawcxHostedSession`, and `hawcxCodeChallenge`: the app then
  /// keeps the verifier, and the flow ends in a code without one. Other purposes fail with `unsupported`, other methods with
  /// `method_not_available`, a challenge or hosted session in the wrong form with `invalid_request`, before anything is sent.
  public func start(_ request: FlowRequest) -> AuthFlow {
    let flowType: HawcxStart.FlowType
    switch request.purpose {
    case .signIn: flowType = .signIn
    case .signUp: flowType = .signUp
    case .manage, .stepUp: flowType = .manage
    case .enroll, .link:
      return .failed(
        AuthError(.unsupported, "'\(id)' has no flow for '\(request.purpose.name)'.", provider: id), providerID: id)
    }
    do throws(AuthError) { try request.require(methods, of: id) } catch { return .failed(error, providerID: id) }
    if let challenge = request.profile.hawcxCodeChallenge, Base64URL.decode(challenge)?.count != 32 {
      let error = AuthError(.invalidRequest, "hawcxCodeChallenge is no S256 challenge: 43 characters of base64url.")
      return .failed(error.adding(provider: id), providerID: id)
    }
    if let session = request.profile.hawcxHostedSession, Base64URL.decode(session)?.count != 32 {
      let error = AuthError(
        .invalidRequest, "hawcxHostedSession is no session of a hosted sign-in: 43 characters of base64url.")
      return .failed(error.adding(provider: id), providerID: id)
    }
    let logic = HawcxFlow(
      request, flowType: flowType, policy: configuration.methodSelection,
      pollsApprovals: configuration.pollsApprovals, takesAnyIdentifier: configuration.identifierPrompt == .any,
      mayRestart: configuration.restartsOnLostDevice)
    return flow(logic)
  }

  func flow(_ logic: HawcxFlow) -> AuthFlow {
    AuthFlow(
      providerID: id, purpose: logic.request.purpose, logic: logic,
      performer: HawcxFlowPerformer(api: api, devices: devices, services: services, request: logic.request),
      services: services)
  }

  /// One flow's connection: it remembers which request is unanswered.
  private var api: HawcxAPI {
    HawcxAPI(
      configuration: configuration, transport: services.transport, clock: services.clock,
      requestIDs: HawcxRequestIDs(random: services.random))
  }
}
