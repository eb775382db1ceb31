/// An adapter for one vendor's sign-in, for one configured instance.
///
/// Every provider conforms to this protocol. Each optional capability (renewing, revoking, authorising requests, …) is
/// a separate protocol. `capabilities` lists the protocols to which a provider conforms.
public protocol AuthProvider: Sendable {
  /// The configuration of the instance.
  associatedtype Configuration: ProviderConfiguration

  /// The instance's name in the configuration.
  var id: ProviderID { get }
  /// The vendor's id of the customer to whom the instance belongs: an organisation, an app, a configuration, a tenant
  /// or an issuer. The instance's sessions are valid only for this customer.
  var tenant: String { get }
  /// The methods that the provider offers, the preferred one first. A request without a method gets the preferred one,
  /// the vendor's own choice, or a `selectMethod` prompt.
  var methods: [MethodID] { get }
  /// The methods by which a new user can sign up (purpose `signUp`), the preferred one first; by default `methods`.
  var signUpMethods: [MethodID] { get }

  /// Creates an instance, without I/O: only flows and calls send requests or use a store.
  ///
  /// - Throws: `invalid_configuration` when the configuration cannot work with these services.
  init(id: ProviderID, configuration: Configuration, services: ProviderServices) throws(AuthError)

  /// Returns the flow for a request. The client runs it.
  ///
  /// - Throws: for a request that cannot be served, before anything is sent: `unsupported`, `method_not_available`,
  ///   `invalid_request`. The client's flow then fails with the error.
  func start(_ request: FlowRequest) throws(AuthError) -> ProviderFlow

  /// Whether a flow that enrols, steps up, links or manages can start without a session and without a token in the
  /// request. Return true if the app signs its users in without this package, and the provider gets a token from the
  /// app. If false, the default, such a flow fails with `not_signed_in`.
  func startsWithoutSession(_ request: FlowRequest) -> Bool

  /// Called after the client stored the session of a completed flow. If the provider keeps a record so that it can end
  /// an unstored session after a crash, it can delete that record now. An error is only recorded as an event.
  func adopted(_ session: Session) async throws(AuthError)

  /// Deletes the provider's data of a session, such as its key and its records, from this device. Called after the
  /// session was deleted, or if it cannot be stored; possibly more than once. An error is only recorded as an event.
  func discard(_ session: Session) async throws(AuthError)

  /// Deletes the provider's data that only `old` used, such as a key. Called after `new` was stored in place of `old`.
  /// An error is only recorded as an event.
  func replaced(_ old: Session, by new: Session) async throws(AuthError)
}

extension AuthProvider {
  /// The same methods as for signing in.
  public var signUpMethods: [MethodID] { methods }
  /// False.
  public func startsWithoutSession(_ request: FlowRequest) -> Bool { false }
  /// Does nothing.
  public func adopted(_ session: Session) async throws(AuthError) {}
  /// Does nothing.
  public func discard(_ session: Session) async throws(AuthError) {}
  /// Does nothing.
  public func replaced(_ old: Session, by new: Session) async throws(AuthError) {}
}
