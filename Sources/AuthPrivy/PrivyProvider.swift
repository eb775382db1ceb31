public import AuthCore

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// Signs users in with a Privy-style vendor: by a JWT of the app's own identity system, by a code, the page of another
/// service, a wallet, a passkey, or as a guest.
///
/// The JWT comes from the token provider, or from `FlowRequest.token`, which stands alone. Its signature is the
/// vendor's to verify: the app holds no key, and only looks at whether it is a JWT and not past its time. The tokens
/// that the vendor answers with are looked at in the same way and no more: they come over TLS from their issuer, and
/// their receivers verify them.
public struct PrivyProvider: AuthProvider {
  /// The instance's name in the configuration.
  public let id: ProviderID
  /// What it is configured with.
  public let configuration: PrivyConfiguration
  let services: ProviderServices
  private let lateTokenProvider: ReplaceableTokenProvider
  private let signIns = SharedSignIns()
  private let settings = PrivyAppSettingsCache()

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

  /// The app's own JWT and codes; the services, the wallets, the passkeys and the guests that the configuration names.
  public var methods: [MethodID] {
    var methods: [MethodID] = [.customJWT, .emailOTP, .smsOTP]
    methods += configuration.oauthServices.map { .oauth($0) }
    if configuration.wallet.isOffered { methods.append(.wallet) }
    if services.passkeys != nil { methods.append(.passkey) }
    if configuration.offersGuests { methods.append(.guest) }
    return methods
  }

  /// Sets where the app's JWT comes from. The last one set wins, from the next call on.
  public func setTokenProvider(_ tokenProvider: any TokenProvider) {
    lateTokenProvider.replace(with: tokenProvider)
  }

  /// Starts a flow: by the app's JWT unless the request names another method.
  ///
  /// `link` ends in the `credential` that was linked, `enroll` in the second factor that was added, `stepUp` in a proof
  /// whose token the vendor takes for what asks for a second factor. Of a user who has a factor already, `enroll` takes
  /// such a token as the request's.
  public func start(_ request: FlowRequest) -> AuthFlow {
    switch request.purpose {
    case .enroll, .stepUp:
      return flow(request, PrivyFactorFlow(request, of: id, known: request.session?.secondFactors ?? []))
    case .link where !linkableMethods.contains(request.privyMethod):
      return flow(request, PrivyFlow(request, of: id, methods: linkableMethods))
    case .link, .signIn, .signUp, .manage: break
    }
    // A token belongs to the app's JWT alone; what is not offered is refused by the plain flow.
    guard methods.contains(request.privyMethod), request.token == nil, request.purpose != .manage else {
      return flow(request, PrivyFlow(request, of: id, methods: methods))
    }
    switch request.privyMethod {
    case .wallet: return flow(request, PrivyWalletFlow(request))
    case .passkey: return flow(request, PrivyDirectFlow(passkey: request))
    case .guest: return flow(request, PrivyDirectFlow(guest: request))
    case let method:
      guard let service = method.oauthProvider else {
        return flow(request, PrivyFlow(request, of: id, methods: methods))
      }
      if service == "apple", configuration.usesNativeApple {
        return flow(request, PrivyNativeFlow(request, service: service))
      }
      return flow(request, PrivyPageFlow(request, service: service))
    }
  }

  private func flow<Logic: FlowLogic>(_ request: FlowRequest, _ logic: Logic) -> AuthFlow
  where Logic.Effect == PrivyFlow.Effect, Logic.Outcome == PrivyFlow.Outcome {
    let signsIn = request.purpose == .signIn || request.purpose == .signUp
    // A request's own token stands alone.
    let isShared = signsIn && request.privyMethod == .customJWT && request.token == nil
    return AuthFlow(
      providerID: id, purpose: request.purpose, logic: logic,
      performer: PrivyFlowPerformer(
        api: api, providerID: id, services: services,
        mode: request.purpose == .signUp ? .loginOrSignUp : configuration.mode, settings: settings,
        request: request,
        shared: isShared
          ? signIns.signIn(.init(identifier: request.identifier, purpose: request.purpose.name)) : nil),
      services: services)
  }

  /// Tells the vendor of the sign-outs that it was not told of, now that it can be reached.
  public func adopted(_ session: Session) async throws(AuthError) { try await finishSignOuts() }

  /// The same, after a renewal.
  public func replaced(_ old: Session, by new: Session) async throws(AuthError) { try await finishSignOuts() }

  /// Forgets the client's id for the vendor's statistics, as the vendor's own clients do at sign-out.
  public func discard(_ session: Session) async throws(AuthError) {
    try await ClientAnalyticsID(records: services.records, random: services.random).forget()
  }

  /// Refuses an app whose wallets are kept on its users' devices, by name (P62).
  ///
  /// - Throws: `unsupported`; what fetching the app's settings throws.
  package func checkWallets() async throws(AuthError) {
    do throws(AuthError) {
      try await settings.value(api.appSettings).checkWallets()
    } catch {
      throw error.adding(provider: id)
    }
  }

  /// The time, as the vendor has it.
  package var now: Date { services.clock.now() }

  /// What an answer that is no success means, to a request with a session's token.
  package func error(behind response: TransportResponse) -> AuthError {
    PrivyErrors.error(response, in: .session, now: now)
  }

  var api: PrivyAPI {
    PrivyAPI(
      configuration: configuration, transport: services.transport, clock: services.clock,
      analyticsID: ClientAnalyticsID(records: services.records, random: services.random))
  }
}
