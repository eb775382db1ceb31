/// One vendor's way to sign users in, for one configured instance.
///
/// This is all that every provider must do. What only some vendors can do (renew, revoke, authorise requests, …) is a
/// protocol of its own, found by conformance and listed in `capabilities`.
public protocol AuthProvider: Sendable {
  /// What the instance is configured with.
  associatedtype Configuration: ProviderConfiguration

  /// The instance's name in the configuration.
  var id: ProviderID { get }
  /// Where its sessions are valid: organisation, app, configuration or tenant id, or issuer.
  var tenant: String { get }
  /// The methods it offers, the preferred first.
  var methods: [MethodID] { get }

  /// An instance. Touches nothing outside: the first effect is a flow's.
  ///
  /// - Throws: `invalid_configuration` when the configuration cannot work with these services.
  init(id: ProviderID, configuration: Configuration, services: ProviderServices) throws(AuthError)

  /// Starts a flow. A request that cannot be served is a flow that fails at once.
  func start(_ request: FlowRequest) -> AuthFlow

  /// Notes that a session which a flow of this provider ended in is stored now: what would have undone it after a crash
  /// can go.
  func adopted(_ session: Session) async throws(AuthError)

  /// Releases what a deleted session left here: its key, its records. Called after the session's record is
  /// deleted; doing it twice does no harm.
  func discard(_ session: Session) async throws(AuthError)

  /// Releases what an exchange of one session record for the next left here. Called after `new` is stored.
  func replaced(_ old: Session, by new: Session) async throws(AuthError)
}

extension AuthProvider {
  /// Nothing is noted.
  public func adopted(_ session: Session) async throws(AuthError) {}
  /// Nothing is left.
  public func discard(_ session: Session) async throws(AuthError) {}
  /// Nothing is left.
  public func replaced(_ old: Session, by new: Session) async throws(AuthError) {}
}
