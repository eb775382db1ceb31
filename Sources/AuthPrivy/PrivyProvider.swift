public import AuthCore
import AuthCrypto

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// Signs users in with a Privy-style vendor: by a JWT of the app's own identity system, a code, the page of another
/// service, a wallet, a passkey, or as a guest.
///
/// The JWT comes from `FlowRequest.token` or, if a request has none, from the token provider. The vendor verifies its
/// signature. This package has no key for that, and only checks that the token is a JWT and has not expired. This
/// package does not verify the signatures of the vendor's own tokens either: the tokens arrive over TLS from their
/// issuer, and the backends that receive them verify them.
public struct PrivyProvider: AuthProvider {
  /// The instance's name in the configuration.
  public let id: ProviderID
  /// The instance's configuration.
  public let configuration: PrivyConfiguration
  let services: ProviderServices
  private let lateTokenProvider: ReplaceableTokenProvider
  private let signIns = SharedSignIns()
  private let settings = PrivyAppSettingsCache()
  /// The refused link of a flow, for `PrivyAccounts`.
  package let refusedLinks = RefusedLinks()
  /// The proofs of the sessions' keys; nil if sessions have no keys.
  let proofs: RequestProofs?

  /// Creates an instance. Reads and writes nothing.
  public init(id: ProviderID, configuration: PrivyConfiguration, services: ProviderServices) throws(AuthError) {
    self.id = id
    self.configuration = configuration
    let late =
      services.tokenProvider as? ReplaceableTokenProvider ?? ReplaceableTokenProvider(services.tokenProvider)
    lateTokenProvider = late
    var services = services
    services.tokenProvider = late
    self.services = services
    proofs = configuration.provesPossession ? .dpop(services) : nil
  }

  /// The app's ID.
  public var tenant: String { configuration.appID }

  /// The offered methods: the app's own JWT, codes by e-mail and SMS, the services, wallets and guests that the
  /// configuration enables, and passkeys if the client has a passkey authenticator.
  public var methods: [MethodID] {
    var methods: [MethodID] = [.customJWT, .emailOTP, .smsOTP]
    methods += configuration.oauthServices.map { .oauth($0) }
    if configuration.wallet.isOffered { methods.append(.wallet) }
    if services.passkeys != nil { methods.append(.passkey) }
    if configuration.offersGuests { methods.append(.guest) }
    return methods
  }

  /// Sets the source of the app's JWT. It replaces the previous source from the next call on.
  public func setTokenProvider(_ tokenProvider: any TokenProvider) {
    lateTokenProvider.replace(with: tokenProvider)
  }

  /// Starts a flow: by the app's JWT, unless the request names another method.
  ///
  /// `link` ends with the linked `credential`. `enroll` ends with the added second factor. `stepUp` ends with a proof
  /// whose token the vendor accepts for requests that need a second factor. For a user who already has a factor,
  /// `enroll` needs such a token as the request's token.
  public func start(_ request: FlowRequest) throws(AuthError) -> ProviderFlow {
    switch request.purpose {
    case .enroll, .stepUp:
      return flow(request, PrivyFactorFlow(request, of: id, known: request.session?.secondFactors ?? []))
    case .link where !linkableMethods.contains(request.privyMethod):
      return flow(request, PrivyFlow(request, of: id, methods: linkableMethods))
    case .link, .signIn, .signUp, .manage: break
    }
    // `PrivyFlow` takes the app's JWT as the token. It refuses other tokens, and methods that are not offered.
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

  private func flow<Logic: FlowLogic>(_ request: FlowRequest, _ logic: Logic) -> ProviderFlow
  where Logic.Effect == PrivyFlow.Effect, Logic.Outcome == PrivyFlow.Outcome {
    let signsIn = request.purpose == .signIn || request.purpose == .signUp
    // A request with its own token does not use the token provider.
    let isShared = signsIn && request.privyMethod == .customJWT && request.token == nil
    return ProviderFlow(
      logic,
      performer: PrivyFlowPerformer(
        api: api, providerID: id, services: services,
        mode: request.purpose == .signUp ? .loginOrSignUp : configuration.mode, settings: settings,
        request: request,
        shared: isShared
          ? signIns.signIn(.init(identifier: request.identifier, purpose: request.purpose.name)) : nil))
  }

  /// Repeats the sign-outs that the vendor may have missed, since the vendor can be reached after a sign-in.
  ///
  /// - Throws: the record store's errors.
  public func adopted(_ session: Session) async throws(AuthError) { try await finishSignOuts() }

  /// Repeats the sign-outs that the vendor may have missed, since the vendor can be reached after a renewal.
  ///
  /// - Throws: the record store's errors.
  public func replaced(_ old: Session, by new: Session) async throws(AuthError) { try await finishSignOuts() }

  /// Deletes the session's key, if it has one, and the client's ID for the vendor's statistics, as the vendor's own
  /// clients do at sign-out.
  ///
  /// - Throws: the errors of the key store and the record store.
  public func discard(_ session: Session) async throws(AuthError) {
    if let key = session.key { try await services.keys.delete(key) }
    try await ClientAnalyticsID(records: services.records, random: services.random).forget()
  }

  /// Checks that the app's wallets are not on its users' devices (P62).
  ///
  /// - Throws: `unsupported` with the mode's name in `vendorCode`, and the errors of fetching the app's settings.
  package func checkWallets() async throws(AuthError) {
    do throws(AuthError) {
      try await settings.value(api.appSettings).checkWallets()
    } catch {
      throw error.adding(provider: id)
    }
  }

  /// The current time.
  package var now: Date { services.clock.now() }

  /// The client's source of randomness.
  package var random: any RandomSource { services.random }

  /// The error for an unsuccessful response to a request with a session's token.
  package func error(behind response: TransportResponse) -> AuthError {
    PrivyErrors.error(response, in: .session, now: now)
  }

  /// The error for an unsuccessful response to a request with a code that the user typed.
  package func error(behindCode response: TransportResponse) -> AuthError {
    PrivyErrors.error(response, in: .code, now: now)
  }

  /// The error for an unsuccessful response to a request with a proof that the user did not type.
  package func error(behindProof response: TransportResponse) -> AuthError {
    PrivyErrors.error(response, in: .proof, now: now)
  }

  /// The client's clock.
  package var clock: any AuthClock { services.clock }

  var api: PrivyAPI {
    PrivyAPI(
      configuration: configuration, transport: services.transport, clock: services.clock,
      analyticsID: ClientAnalyticsID(records: services.records, random: services.random), refusedLinks: refusedLinks)
  }
}
