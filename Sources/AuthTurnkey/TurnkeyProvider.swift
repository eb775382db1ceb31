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

  /// Starts a flow: `signIn` or `signUp` by a one-time code.
  ///
  /// What cannot be served fails before anything is sent: `unsupported` for another purpose or a start token,
  /// `method_not_available`, and `missing_auth_proxy_configuration` without `authProxyConfigId`.
  public func start(_ request: FlowRequest) -> AuthFlow {
    do throws(AuthError) {
      try check(request)
      let performer = TurnkeyFlowPerformer(provider: self, proxy: try proxy())
      let logic = TurnkeyFlow(request, signsUp: configuration.signsUp, methods: methods)
      return AuthFlow(
        providerID: id, purpose: request.purpose, logic: logic, performer: performer, services: services)
    } catch {
      return .failed(error.adding(provider: id), providerID: id)
    }
  }

  /// Notes that a session is stored: its key is one to keep.
  public func adopted(_ session: Session) async throws(AuthError) {
    try await sessionKeys.settled(session.id)
  }

  /// Forgets the session's keys. The vendor has no sign-out: without its key a session is over (Turnkey protocol notes
  /// §2.2).
  public func discard(_ session: Session) async throws(AuthError) {
    try await services.records.remove(PendingRenewal.recordKey(session.id), expecting: nil)
    try await sessionKeys.discard(session.id)
  }

  /// Forgets the key that a renewal has replaced.
  public func replaced(_ old: Session, by new: Session) async throws(AuthError) {
    guard let key = new.key else { return }
    try await services.records.remove(PendingRenewal.recordKey(new.id), expecting: nil)
    try await sessionKeys.clear(new.id, keeping: [key])
  }

  var sessionKeys: SessionKeys { SessionKeys(providerID: id, keys: services.keys, records: services.records) }

  var api: TurnkeyAPI {
    TurnkeyAPI(baseURL: configuration.apiBaseURL, transport: services.transport, clock: services.clock)
  }

  private func proxy() throws(AuthError) -> AuthProxyAPI {
    guard let configID = configuration.authProxyConfigID else {
      throw AuthError(
        .missingAuthProxyConfiguration,
        "One-time codes go through the vendor's auth proxy; set $.providers.\(id).authProxyConfigId.")
    }
    return AuthProxyAPI(
      baseURL: configuration.authProxyURL, configID: configID, transport: services.transport, clock: services.clock)
  }

  private func check(_ request: FlowRequest) throws(AuthError) {
    guard request.purpose == .signIn || request.purpose == .signUp else {
      throw AuthError(.unsupported, "'\(id)' has no flow for '\(request.purpose.name)'.")
    }
    guard request.token == nil else {
      throw AuthError(
        .unsupported, "A flow of '\(id)' starts from an e-mail address or a phone number, not from a token.")
    }
    if let method = request.method, !methods.contains(method) {
      let offered = methods.map(\.rawValue).joined(separator: ", ")
      throw AuthError(.methodNotAvailable, "'\(id)' does not offer '\(method)'; it offers \(offered).")
    }
  }
}
