public import AuthCore
import AuthCrypto

/// Signs users in, and proves actions, with an Authsignal-style vendor: by codes from e-mail, SMS, WhatsApp and
/// authenticator apps, by links in e-mails, by passkeys and security keys, by approvals on another device, and by keys
/// of this device. A flow starts with a token from the app's backend and ends with a proof for that backend. If the
/// configuration names the backend, the backend exchanges the proof of a sign-in for the app's own session.
public struct AuthsignalProvider: AuthProvider {
  /// The instance's name in the configuration.
  public let id: ProviderID
  /// The instance's configuration.
  public let configuration: AuthsignalConfiguration
  package let services: ProviderServices
  let cache = ActionTokenCache()
  let sockets = SocketOpenerBox()
  let claims = ClaimedChallenges()
  /// The proofs of the app sessions' keys; nil if app sessions have no keys.
  let proofs: RequestProofs?

  /// Creates an instance. Reads and writes nothing.
  public init(
    id: ProviderID, configuration: AuthsignalConfiguration, services: ProviderServices
  ) throws(AuthError) {
    self.id = id
    self.configuration = configuration
    self.services = services
    proofs = configuration.provesPossession ? .dpop(services) : nil
  }

  /// The tenant's ID.
  public var tenant: String { configuration.tenantID }

  /// Codes by e-mail, SMS and WhatsApp, and those of authenticator apps; then the methods that must be requested by
  /// name: links by e-mail, approvals by push and QR code, this device's own key, and passkeys and security keys if the
  /// client has a passkey authenticator.
  public var methods: [MethodID] { CodeMethod.allCases.map(\.id) + namedMethods }

  /// The methods that must be requested by name.
  var namedMethods: [MethodID] {
    [.emailMagicLink] + DeviceMethod.allCases.map(\.id)
      + (services.passkeys == nil ? [] : WebAuthnMethod.allCases.map(\.id))
  }

  /// Starts a flow: `signIn`, `signUp`, `stepUp` or `enroll`.
  ///
  /// - Throws: `invalid_request` for a malformed action name; `method_not_available`; `invalid_token` for a start token
  ///   that is not a JWT; `token_expired` if the token that was set has expired and there is no other source;
  ///   `unsupported` for another purpose.
  public func start(_ request: FlowRequest) throws(AuthError) -> ProviderFlow {
    try request.require(methods, of: id)
    guard let device = try deviceHalf(try usingToken(request)) else {
      let codes = try codeHalf(try usingToken(request))
      return ProviderFlow(codes.logic, performer: codes.performer)
    }
    guard switchesMethod(request) else { return ProviderFlow(device.logic, performer: device.performer) }
    var other = request
    other.method = nil
    let codes = try codeHalf(try usingToken(other))
    return ProviderFlow(
      AuthsignalPasskeyFirstFlow(device.logic, orElse: codes.logic), performer: device.performer)
  }

  /// Whether the flow continues with codes if this device has no passkey.
  private func switchesMethod(_ request: FlowRequest) -> Bool {
    guard configuration.switchesMethod, request.method == .passkey else { return false }
    switch request.purpose {
    case .signIn, .stepUp: return true
    case .signUp, .enroll, .link, .manage: return false
    }
  }

  private func codeHalf(
    _ request: FlowRequest
  ) throws(AuthError) -> (logic: AuthsignalFlow, performer: AuthsignalFlowPerformer) {
    let goal = try AuthsignalGoal(request, configuration: configuration, methods: methods)
    return (AuthsignalFlow(goal), AuthsignalFlowPerformer(provider: self, request: request, action: goal.action))
  }

  var api: AuthsignalAPI {
    AuthsignalAPI(
      baseURL: configuration.baseURL, tenantID: configuration.tenantID, transport: services.transport,
      clock: services.clock)
  }

  var backend: AppBackend? {
    configuration.backendURL.map { AppBackend(baseURL: $0, transport: services.transport, clock: services.clock) }
  }

  /// The backend for requests about a session: with proofs of its key, if it has one.
  func backend(of session: Session) -> AppBackend? {
    guard let key = session.key, let proofs else { return backend }
    return backend?.bound(to: key, by: proofs)
  }

  /// The source of action tokens for flows of a purpose. A token for an enrolment needs a scope that tokens lack by
  /// default (A20, A72).
  func tokenSource(for purpose: FlowRequest.Purpose) -> ActionTokenSource {
    var scopes = ["read:authenticators"]
    if case .enroll = purpose { scopes.append("add:authenticators") }
    return ActionTokenSource(providerID: id, backend: backend, scopes: scopes, services: services, proofs: proofs)
  }
}
