public import AuthCore
import AuthCrypto

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Signs users in with any OpenID Connect issuer or OAuth 2.0 server: with its page in the system's browser (RFC 8252),
/// or with a second device that shows the page (RFC 8628).
///
/// It has the layout of the vendors' providers:
///
/// * `OIDCConfiguration`: the block in the app's configuration, read strictly; `Presets/`: known identity providers;
/// * `OIDCProvider`: this type; each optional capability is a conformance in its own file: renewal (`+Refreshing`),
///   revocation and sign-out page (`+Revoking`), authorised requests (`+Authorizing`), stronger authentication
///   (`+StepUp`), flows that continue in another process (`+Resuming`);
/// * `OIDCFlow`: the decisions, a value without I/O; `OIDCFlowPerformer` and `TokenGrants`: the effects;
/// * `API/`: the issuer's metadata, endpoints and responses; `Registration/`: clients that register themselves;
/// * `OIDCErrors`: the issuer's errors as `AuthError`, in one table;
/// * `OIDCPlugin`: `ProviderPlugin.oidc`.
///
/// ```swift
/// let auth = try AuthClient(configuration: .load(contentsOf: "auth.json"), plugins: [.oidc])
/// let listener = try LoopbackRedirectListener()
/// let flow = auth.start(FlowRequest(redirectURL: listener.url))
/// for await update in flow {
///   switch update {
///   case .prompt(.redirect(let page), _):
///     print("Open \(page.url)")
///     try await flow.resume(callback: listener.callback(of: page))
///   case .failed(let error): throw error
///   default: break
///   }
/// }
/// ```
public struct OIDCProvider: AuthProvider {
  /// The instance's name in the configuration.
  public let id: ProviderID
  /// The instance's configuration.
  public let configuration: OIDCConfiguration
  let services: ProviderServices
  let api: OIDCAPI

  /// The methods by which users sign in.
  static let userMethods: [MethodID] = [.authorizationCode, .deviceCode]
  static let allMethods = userMethods + [.clientCredentials, .tokenExchange]

  /// Creates an instance, without I/O.
  public init(
    id: ProviderID, configuration: OIDCConfiguration, services: ProviderServices
  ) throws(AuthError) {
    self.id = id
    self.configuration = configuration
    self.services = services
    let issuer = OIDCIssuer(configuration, transport: services.transport, clock: services.clock)
    api = OIDCAPI(
      configuration: configuration, issuer: issuer,
      clients: OIDCClients(providerID: id, configuration: configuration, issuer: issuer, services: services),
      proofs: .dpop(services), services: services)
  }

  /// The tenant of the sessions: the issuer.
  public var tenant: String { configuration.issuer }

  /// The methods: the issuer's page and another device, the configured one first; or only the configured method, if it
  /// needs no user.
  public var methods: [MethodID] {
    guard let first = configuration.method else { return Self.userMethods }
    guard Self.userMethods.contains(first) else { return [first] }
    return [first] + Self.userMethods.filter { $0 != first }
  }

  /// Starts a flow: `signIn`, `signUp` with `prompt=create` (OpenID Connect Prompt Create 1.0), or `stepUp` (RFC 9470).
  /// A flow of the method `client_credentials` or `token_exchange` does not show a prompt.
  ///
  /// A request without a method uses the configured method. If no method is configured, the flow uses the page if the
  /// request or the configuration has a `redirectURL`, and another device otherwise.
  ///
  /// - Throws: `unsupported` for another purpose, `method_not_available` for another method, and `invalid_request` for
  ///   a missing or unacceptable `redirectURL`, before a request is sent.
  public func start(_ request: FlowRequest) throws(AuthError) -> ProviderFlow {
    flow(OIDCFlow(try beginning(request)), request)
  }

  private func beginning(_ request: FlowRequest) throws(AuthError) -> OIDCFlow.Start {
    var isStepUp = false
    switch request.purpose {
    case .signIn, .signUp: break
    case .stepUp where methods.contains(.authorizationCode): isStepUp = true
    case .stepUp, .enroll, .link, .manage:
      throw AuthError(
        .unsupported,
        "'\(id)' has no flow for '\(request.purpose.name)'. Use signin, signup or, for a page of "
          + "the issuer, step-up.")
    }
    try request.require(isStepUp ? stepUpMethods : methods, of: id)
    if let method = configuration.method, !Self.userMethods.contains(method) { return .tokens }
    let redirectURL = request.redirectURL ?? configuration.redirectURL
    let method = request.method ?? configuration.method ?? (redirectURL == nil ? .deviceCode : .authorizationCode)
    guard isStepUp || method == .authorizationCode else { return .device }
    guard let redirectURL else {
      throw AuthError(
        .invalidRequest, "The issuer's page needs a redirect URL. Set 'redirectURL' in the request or configuration.")
    }
    guard OIDCRedirect.isAcceptable(redirectURL) else {
      throw AuthError(
        .invalidRequest,
        "redirectURL must be https, http on a loopback address, or the app's own scheme, without a fragment.")
    }
    guard configuration.responseMode == .query || OIDCRedirect.callbackScheme(redirectURL) == nil else {
      throw AuthError(
        .invalidRequest,
        "A browser cannot post a form to an app's own scheme. Set an https redirectURL, or 'responseMode' to 'query'.")
    }
    return .page(redirectURL: redirectURL)
  }

  func flow(_ logic: OIDCFlow, _ request: FlowRequest) -> ProviderFlow {
    ProviderFlow(
      logic, performer: OIDCFlowPerformer(api: api, grants: TokenGrants(providerID: id, api: api), request: request))
  }

  /// Deletes the session's key, if it has one.
  ///
  /// - Throws: the key store's errors.
  public func discard(_ session: Session) async throws(AuthError) {
    if let key = session.key { try await services.keys.delete(key) }
  }

  /// Returns whether the token of a response is bound to the key of the proof (RFC 9449 §5).
  static func isBound(_ answer: JSONValue) -> Bool { answer["token_type"]?.stringValue?.lowercased() == "dpop" }
}
