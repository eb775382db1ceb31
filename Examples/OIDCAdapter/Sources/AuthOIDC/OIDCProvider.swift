public import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Signs users in with any OpenID Connect issuer: with its page in the system's browser (RFC 8252), or with a second
/// device that shows the page (RFC 8628).
///
/// The provider is written as a third party would write it: it is a package of its own, and uses only the public API of
/// `AuthCore` and `AuthCrypto`. `Tests` checks it with `ProviderConformance` of `AuthTesting`, and the repository's
/// judges run it against a third-party server. It has the layout of Latchkey's four providers:
///
/// * `OIDCConfiguration`: the block in the app's configuration, read strictly;
/// * `OIDCProvider`: this type; each optional capability is a conformance in its own file: renewal (`+Refreshing`),
///   revocation and sign-out page (`+Revoking`), authorised requests (`+Authorizing`), flows that continue in another
///   process (`+Resuming`);
/// * `OIDCFlow`: the decisions, a value without I/O; `OIDCFlowPerformer`: the effects;
/// * `API/`: the issuer's metadata, endpoints and responses; `DPoP/`: proofs of possession (RFC 9449);
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
///     try await flow.resume(callback: listener.callback())
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

  static let allMethods: [MethodID] = [.authorizationCode, .deviceCode]

  /// Creates an instance, without I/O.
  public init(
    id: ProviderID, configuration: OIDCConfiguration, services: ProviderServices
  ) throws(AuthError) {
    self.id = id
    self.configuration = configuration
    self.services = services
    api = OIDCAPI(
      configuration: configuration,
      issuer: OIDCIssuer(configuration.issuer, transport: services.transport, clock: services.clock),
      proofs: DPoPProofs(services: services), services: services)
  }

  /// The tenant of the sessions: the issuer.
  public var tenant: String { configuration.issuer }

  /// The methods: the issuer's page and another device. The configured one is first.
  public var methods: [MethodID] {
    guard let first = configuration.method else { return Self.allMethods }
    return [first] + Self.allMethods.filter { $0 != first }
  }

  /// Starts a flow: `signIn`, or `signUp` with `prompt=create` (OpenID Connect Prompt Create 1.0).
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
    guard request.purpose == .signIn || request.purpose == .signUp else {
      throw AuthError(.unsupported, "'\(id)' has no flow for '\(request.purpose.name)'.")
    }
    let redirectURL = request.redirectURL ?? configuration.redirectURL
    let method = request.method ?? configuration.method ?? (redirectURL == nil ? .deviceCode : .authorizationCode)
    switch method {
    case .deviceCode: return .device
    case .authorizationCode:
      guard let redirectURL else {
        throw AuthError(
          .invalidRequest, "The issuer's page needs a redirect URL. Set 'redirectURL' in the request or configuration.")
      }
      guard OIDCRedirect.isAcceptable(redirectURL) else {
        throw AuthError(
          .invalidRequest,
          "redirectURL must be https, http on a loopback address, or the app's own scheme, without a fragment.")
      }
      return .page(redirectURL: redirectURL)
    default: throw .methodNotOffered(method, by: id, offering: methods)
    }
  }

  func flow(_ logic: OIDCFlow, _ request: FlowRequest) -> ProviderFlow {
    ProviderFlow(
      logic,
      performer: OIDCFlowPerformer(
        providerID: id, api: api, identifier: request.identifier, prompt: request.purpose == .signUp ? "create" : nil))
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
