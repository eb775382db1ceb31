import AuthCore
import AuthTesting

/// A provider whose capabilities and failures are set by a test. It logs the credential of each call.
struct DecidedProvider: SessionRefreshing, SessionRevoking {
  typealias Configuration = FakeProvider.Configuration

  let id: ProviderID = "fake"
  let tenant = "tenant"
  let methods: [MethodID] = [.emailOTP]
  let log = FakeProviderLog()
  /// Whether the provider returns a revocation.
  var revokes = true
  var renewsAutomatically = true
  /// The server's response to a used credential.
  var replaying = CredentialReplay.none
  /// The server's response to a revocation.
  var revoking: @Sendable (Session) async throws(AuthError) -> Void = { _ in }
  /// The error of each release; nil for none.
  let untidy = Refusal()
  var refreshing: FakeProvider.Refresh = { _, _ in .refused(AuthError(.internalError, "Not to be asked.")) }

  init() {}
  init(id: ProviderID, configuration: Configuration, services: ProviderServices) throws(AuthError) {}

  func start(_ request: FlowRequest) throws(AuthError) -> ProviderFlow {
    throw AuthError(.unsupported, "No flows here.")
  }

  func refresh(_ session: Session, token: Secret?) async throws(AuthError) -> RefreshOutcome {
    log.count("refresh " + name(session))
    return try await refreshing(session, token)
  }

  func renewsAutomatically(_ session: Session) -> Bool { renewsAutomatically }
  func replay(of session: Session) -> CredentialReplay { replaying }
  func revocation(of session: Session) -> Revocation? { revokes ? Revocation(session: session) : nil }

  func revoke(_ revocation: Revocation) async throws(AuthError) {
    try await revoking(revocation.session)
    log.count("revoke " + name(revocation.session))
  }

  func adopted(_ session: Session) async throws(AuthError) { try release("adopted " + name(session)) }
  func discard(_ session: Session) async throws(AuthError) { try release("discard " + name(session)) }
  func replaced(_ old: Session, by new: Session) async throws(AuthError) {
    try release("replaced " + name(old) + " by " + name(new))
  }

  private func release(_ call: String) throws(AuthError) {
    if let error = untidy.value { throw error }
    log.count(call)
  }

  private func name(_ session: Session) -> String { session.tokens.access?.revealText() ?? "none" }
}

extension RecordingObserver {
  /// Returns the codes of the errors that were recorded for an operation of the store, in order.
  func failures(_ operation: String) -> [AuthError.Code] {
    events.compactMap {
      if case .store(operation, _, let error?) = $0 { error.code } else { nil }
    }
  }
}
