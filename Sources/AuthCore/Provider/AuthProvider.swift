/// An adapter for one vendor's sign-in, for one configured instance.
///
/// Every provider implements this protocol. Each optional ability (renew, revoke, authorise requests, …) has its own
/// protocol. A provider's abilities are found by conformance and listed in `capabilities`.
public protocol AuthProvider: Sendable {
  /// The configuration of the instance.
  associatedtype Configuration: ProviderConfiguration

  /// The instance's name in the configuration.
  var id: ProviderID { get }
  /// Where its sessions are valid: organisation, app, configuration or tenant id, or issuer.
  var tenant: String { get }
  /// The methods that the provider offers, the preferred one first. A request without a method gets the preferred one,
  /// the vendor's own choice, or a `selectMethod` prompt.
  var methods: [MethodID] { get }
  /// The methods by which a new user can sign up (purpose `signUp`), the preferred one first; by default `methods`.
  var signUpMethods: [MethodID] { get }

  /// Creates an instance without any effect outside; the first effect is that of a flow.
  ///
  /// - Throws: `invalid_configuration` when the configuration cannot work with these services.
  init(id: ProviderID, configuration: Configuration, services: ProviderServices) throws(AuthError)

  /// The flow for a request. The client runs it.
  ///
  /// - Throws: for a request that cannot be served, before anything is sent: `unsupported`, `method_not_available`,
  ///   `invalid_request`. The client's flow then fails with the error.
  func start(_ request: FlowRequest) throws(AuthError) -> ProviderFlow

  /// Called after a session that a flow of this provider ended with was stored. The provider can then remove its note
  /// for undoing the session after a crash.
  func adopted(_ session: Session) async throws(AuthError)

  /// Releases what a deleted session left here: its key, its records. Called after the session's record is
  /// deleted; doing it twice does no harm.
  func discard(_ session: Session) async throws(AuthError)

  /// Releases what is left after one session record was replaced by another. Called after `new` is stored.
  func replaced(_ old: Session, by new: Session) async throws(AuthError)
}

extension AuthProvider {
  /// The same methods as for signing in.
  public var signUpMethods: [MethodID] { methods }
  /// Does nothing.
  public func adopted(_ session: Session) async throws(AuthError) {}
  /// Does nothing.
  public func discard(_ session: Session) async throws(AuthError) {}
  /// Does nothing.
  public func replaced(_ old: Session, by new: Session) async throws(AuthError) {}
}
