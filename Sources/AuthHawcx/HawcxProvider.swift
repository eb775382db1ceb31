public import AuthCore
import AuthCrypto

/// A provider for a Hawcx-style vendor. The server determines the steps of a flow, which ends with an authorisation
/// code that PKCE binds to the client.
///
/// The code becomes a session in one of two ways. If the configuration names the app's backend, the backend exchanges
/// the code and opens the app's own session, which can be renewed. Use this in production. Without a backend but with
/// `clientId`, the provider exchanges the code itself at the issuer's token endpoint. The session then consists of the
/// verified identity token, and expires with the token. With neither a backend nor `clientId`, flows end with the code.
public struct HawcxProvider: AuthProvider {
  /// The instance's name in the configuration.
  public let id: ProviderID
  /// The instance's configuration.
  public let configuration: HawcxConfiguration
  let services: ProviderServices
  /// The exchange without a backend; nil without a configured client ID. It keeps the issuer's metadata and keys while
  /// the provider exists.
  let codeExchange: HawcxCodeExchange?
  /// The proofs of the app sessions' keys; nil if app sessions have no keys.
  let proofs: RequestProofs?

  /// Creates an instance. Reads and writes nothing.
  public init(
    id: ProviderID, configuration: HawcxConfiguration, services: ProviderServices
  ) throws(AuthError) {
    self.id = id
    self.configuration = configuration
    self.services = services
    proofs = configuration.provesPossession ? .dpop(services) : nil
    codeExchange = configuration.clientID.map { clientID in
      HawcxCodeExchange(
        issuer: configuration.issuer, clientID: clientID, configID: configuration.configID,
        key: configuration.issuerKey, transport: services.transport, clock: services.clock)
    }
  }

  /// The configuration ID.
  public var tenant: String { configuration.configID }

  /// Codes by e-mail and SMS, and an authenticator app's codes. The server decides which of them a user has.
  public var methods: [MethodID] { [.emailOTP, .smsOTP, .totp] }

  /// Starts a flow: `signIn`, `signUp`, `stepUp` or `manage`.
  ///
  /// A step-up starts with a start token of the app's backend, from the request or the token provider. It ends with a
  /// proof: the receipt with which the backend finishes the step-up. `manage` ends with a code, and with the receipt if
  /// the request has a token.
  ///
  /// The request's `profile` may contain `hawcxInviteCode`, `hawcxHostedSession`, `hawcxDeviceSignals` and
  /// `hawcxCodeChallenge`. With a challenge, the app keeps the verifier, and the flow ends with the code alone.
  ///
  /// - Throws: `unsupported` for any other purpose, `method_not_available` for a method that is not in `methods`, and
  ///   `invalid_request` for a challenge or hosted session in the wrong form. In these cases, nothing is sent.
  public func start(_ request: FlowRequest) throws(AuthError) -> ProviderFlow {
    let flowType: HawcxStart.FlowType
    switch request.purpose {
    case .signIn: flowType = .signIn
    case .signUp: flowType = .signUp
    case .manage, .stepUp: flowType = .manage
    case .enroll, .link:
      throw AuthError(
        .unsupported,
        "'\(id)' does not support '\(request.purpose.name)'. Use signIn, signUp, stepUp or manage.")
    }
    try request.require(methods, of: id)
    if let challenge = request.profile.hawcxCodeChallenge, Base64URL.decode(challenge)?.count != 32 {
      throw AuthError(.invalidRequest, "hawcxCodeChallenge must be 43 characters of base64url (S256).")
    }
    if let session = request.profile.hawcxHostedSession, Base64URL.decode(session)?.count != 32 {
      throw AuthError(.invalidRequest, "hawcxHostedSession must be 43 characters of base64url.")
    }
    let logic = HawcxFlow(
      request, flowType: flowType, policy: configuration.methodSelection,
      pollsApprovals: configuration.pollsApprovals, takesAnyIdentifier: configuration.identifierPrompt == .any,
      mayRestart: configuration.restartsOnLostDevice)
    return flow(logic)
  }

  /// Deletes the key of an app session, if it has one.
  ///
  /// - Throws: the key store's errors.
  public func discard(_ session: Session) async throws(AuthError) {
    if let key = session.key { try await services.keys.delete(key) }
  }

  func flow(_ logic: HawcxFlow) -> ProviderFlow {
    ProviderFlow(
      logic, performer: HawcxFlowPerformer(api: api, devices: devices, services: services, request: logic.request))
  }

  /// The API client of one flow. The client keeps the ID of a request that has no response yet.
  private var api: HawcxAPI {
    HawcxAPI(
      configuration: configuration, transport: services.transport, clock: services.clock,
      requestIDs: HawcxRequestIDs(random: services.random))
  }
}
