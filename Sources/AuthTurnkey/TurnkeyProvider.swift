public import AuthCore
import AuthCrypto

/// Signs users in with a Turnkey-style vendor: by one-time codes, accounts at identity providers and passkeys, through
/// the vendor's auth proxy or the app's own backend. A session is bound to a P-256 key that stays in the key store.
/// That key stamps the session's requests to the vendor's API.
public struct TurnkeyProvider: AuthProvider {
  /// The instance's name in the configuration.
  public let id: ProviderID
  /// The instance's configuration.
  public let configuration: TurnkeyConfiguration
  package let services: ProviderServices
  /// Satisfies further factors; nil if the app handles none. A call that needs one then throws `mfa_required`, with the
  /// activity's ID in `traceID`.
  public var factors: TurnkeyFactorHandler?
  /// The proofs of the sessions' keys, for the app's own servers.
  let proofs: RequestProofs

  /// Creates an instance. Reads and writes nothing.
  public init(
    id: ProviderID, configuration: TurnkeyConfiguration, services: ProviderServices
  ) throws(AuthError) {
    self.id = id
    self.configuration = configuration
    self.services = services
    proofs = .dpop(services)
  }

  /// The ID of the parent organisation.
  public var tenant: String { configuration.organizationID }

  /// The offered methods: codes by e-mail and SMS, passkeys if there is an authenticator and a relying party, and the
  /// configured identity providers. Without the auth proxy, only passkeys are offered.
  public var methods: [MethodID] {
    let passkey: [MethodID] = configuration.relyingPartyID != nil && services.passkeys != nil ? [.passkey] : []
    guard configuration.authProxyConfigID != nil else { return passkey }
    return [.emailOTP, .smsOTP] + passkey + configuration.oauth.providers.map { .oauth($0.rawValue) }
  }

  /// Starts a flow of the purpose `signIn` or `signUp`, by a one-time code, a passkey, an account at an identity
  /// provider, or a `token`. The token is the JWT of a session that the app's backend opened for a key from
  /// `createKeyPair()`, or a proof of a contact or an account that is bound to such a key.
  ///
  /// The options of one flow are in its profile: `FlowProfile.turnkeySessionName` and the other members whose names
  /// begin with `turnkey`.
  ///
  /// - Throws: `unsupported` for another purpose, `invalid_request` for a profile parameter that is not valid,
  ///   `method_not_available` for an unknown method, and for a passkey without `rpId` or an authenticator,
  ///   `missing_auth_proxy_configuration` for codes and identity providers without `authProxyConfigId`.
  public func start(_ request: FlowRequest) throws(AuthError) -> ProviderFlow {
    try check(request)
    try request.profile.checkTurnkeyParameters()
    guard request.profile.turnkeyExpirationSeconds == nil || request.method == .passkey else {
      throw AuthError(
        .invalidRequest,
        "Only a flow with the method passkey can choose the session's lifetime. Set FlowRequest.method, or leave "
          + "turnkeyExpirationSeconds nil.", provider: id)
    }
    let settings = TurnkeySignInSettings(
      signsUp: request.profile.turnkeySignsUp ?? configuration.signsUp, methods: methods,
      canLookUp: configuration.authProxyConfigID != nil || configuration.accountLookupPath != nil,
      defaults: configuration.newUsers)
    return ProviderFlow(
      TurnkeyFlow(request, settings), performer: TurnkeyFlowPerformer(provider: self, request: request))
  }

  /// Records that a session is stored, so that its key is kept.
  public func adopted(_ session: Session) async throws(AuthError) {
    try await sessionKeys.settled(session.id)
  }

  /// Deletes the session's keys, and the record of an unfinished renewal. The vendor has no sign-out: without its key,
  /// the session cannot be used.
  public func discard(_ session: Session) async throws(AuthError) {
    try await services.records.remove(PendingRenewal.recordKey(session.id), expecting: nil)
    try await sessionKeys.discard(session.id)
  }

  /// Deletes the key that a renewal has replaced. Does nothing if the new session has no key.
  public func replaced(_ old: Session, by new: Session) async throws(AuthError) {
    guard let key = new.key else { return }
    try await services.records.remove(PendingRenewal.recordKey(new.id), expecting: nil)
    try await sessionKeys.clear(new.id, keeping: [key])
  }

  package var sessionKeys: SessionKeys { SessionKeys(providerID: id, keys: services.keys, records: services.records) }

  package var api: TurnkeyAPI {
    TurnkeyAPI(
      baseURL: configuration.apiBaseURL, transport: services.transport, clock: services.clock, factors: factors)
  }

  private func check(_ request: FlowRequest) throws(AuthError) {
    guard request.purpose == .signIn || request.purpose == .signUp else {
      throw AuthError(
        .unsupported, "'\(id)' does not support '\(request.purpose.name)'. Use the purpose signIn or signUp.")
    }
    guard request.token == nil else { return }
    switch request.method {
    case nil:
      if configuration.authProxyConfigID == nil, request.identifier != nil || methods.isEmpty {
        throw missingProxy("One-time codes")
      }
    case .passkey?: _ = try passkeys()
    case .emailOTP?, .smsOTP?: _ = try proxy()
    case let method?:
      // A client that the configuration does not name may be set in the vendor's dashboard, which the flow reads.
      guard method.oauthProvider.flatMap(TurnkeyOAuthProvider.init(rawValue:)) != nil else {
        throw .methodNotOffered(method, by: id, offering: methods)
      }
      _ = try proxy()
    }
  }
}
