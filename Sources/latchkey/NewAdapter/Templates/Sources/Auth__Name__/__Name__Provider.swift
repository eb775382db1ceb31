public import AuthCore

/// Signs users in with __Name__.
///
/// Its rooms are those of every provider of Latchkey:
///
/// * `__Name__Configuration`: the block in the app's configuration, read strictly;
/// * `__Name__Provider`: this type; what not every provider can do is a conformance in a file of its own: renewal
///   (`+Refreshing`), revocation (`+Revoking`), authorised requests (`+Authorizing`), flows that go on in another
///   process (`+Resuming`). Delete the file of what your vendor has not: that is all it takes to have it not;
/// * `__Name__Flow`: the decisions, a value without I/O; `__Name__FlowPerformer`: the effects;
/// * `API/`: the vendor's endpoints and answers;
/// * `__Name__Errors`: the vendor's errors as `AuthError`, in one table;
/// * `__Name__Plugin`: `ProviderPlugin.__name__`.
public struct __Name__Provider: AuthProvider {
  /// The instance's name in the configuration: not the type's, since an app may have two of them.
  public let id: ProviderID
  /// What it is configured with.
  public let configuration: __Name__Configuration
  /// Everything outside: HTTP, keys, records, time, randomness. Nothing else is touched: no global, no file, no
  /// `Date()`, so that a test decides about all of it.
  let services: ProviderServices

  /// An instance; touches nothing outside.
  public init(
    id: ProviderID, configuration: __Name__Configuration, services: ProviderServices
  ) throws(AuthError) {
    self.id = id
    self.configuration = configuration
    self.services = services
  }

  /// Where its sessions are valid: a stored session of another tenant is not used.
  public var tenant: String { configuration.clientID }

  /// The methods that are offered, the preferred first.
  public var methods: [MethodID] {
    // CHANGE ME 2: what your vendor offers. Each of them must be one that `__Name__Flow` can begin.
    [.emailOTP]
  }

  /// Starts a flow. What cannot be served fails in the flow, not here, and before anything is sent.
  public func start(_ request: FlowRequest) -> AuthFlow {
    flow(__Name__Flow(request, offering: methods), purpose: request.purpose)
  }

  /// The decisions and the effects together; the client does the rest.
  func flow(_ logic: __Name__Flow, purpose: FlowRequest.Purpose) -> AuthFlow {
    AuthFlow(
      providerID: id, purpose: purpose, logic: logic, performer: __Name__FlowPerformer(provider: self),
      services: services)
  }

  var api: __Name__API { __Name__API(configuration: configuration, services: services) }

  /// The session for what the vendor answered. The client stores it; a provider stores no session itself.
  func session(_ answer: TokenAnswer, identifier: String) -> Session {
    let now = services.clock.now()
    return Session(
      id: SessionID(services.random.token()), providerID: id, tenant: tenant, subject: answer.userID,
      identifier: identifier, tokens: SessionTokens(access: answer.access, refresh: answer.refresh), createdAt: now,
      expiresAt: answer.expiry(from: now))
  }
}
