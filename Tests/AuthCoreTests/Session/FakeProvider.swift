import AuthCore

/// A provider whose renewals are set by a test.
struct FakeProvider: SessionRefreshing, SessionRevoking, RequestAuthorizing {
  struct Configuration: ProviderConfiguration {
    var label: String?
    init(reading reader: inout ConfigurationReader) throws(AuthError) { label = try reader.optionalString("label") }
  }

  typealias Refresh = @Sendable (Session, Secret?) async throws(AuthError) -> RefreshOutcome

  let id: ProviderID
  let tenant = "tenant"
  let methods: [MethodID] = [.emailOTP]
  let origins = [Origin("https://api.example.com")].compactMap(\.self)
  let log = FakeProviderLog()
  var refreshing: Refresh = { session, _ in .refreshed(session) }

  init(id: ProviderID = "fake", refreshing: @escaping Refresh) {
    self.id = id
    self.refreshing = refreshing
  }

  init(id: ProviderID, configuration: Configuration, services: ProviderServices) throws(AuthError) { self.id = id }

  func start(_ request: FlowRequest) throws(AuthError) -> ProviderFlow {
    throw AuthError(.unsupported, "No flows here.")
  }

  func refresh(_ session: Session, token: Secret?) async throws(AuthError) -> RefreshOutcome {
    log.count("refresh")
    return try await refreshing(session, token)
  }

  func revocation(of session: Session) -> Revocation? { Revocation(session: session) }
  func revoke(_ revocation: Revocation) async throws(AuthError) { log.count("revoke") }
  func discard(_ session: Session) async throws(AuthError) { log.count("discard \(session.generation)") }
  func replaced(_ old: Session, by new: Session) async throws(AuthError) { log.count("replaced \(old.generation)") }

  func authorize(_ request: TransportRequest, for session: Session) async throws(AuthError) -> TransportRequest {
    var request = request
    request.headers["Authorization"] = "Bearer " + (session.tokens.access?.revealText() ?? "")
    return request
  }
}

/// The calls that a fake provider received.
final class FakeProviderLog: Sendable {
  private let calls = Locked<[String]>([])
  func count(_ name: String) { calls.withLock { $0.append(name) } }
  func times(_ name: String) -> Int { names.filter { $0 == name }.count }
  /// The names of the calls, in order.
  var names: [String] { calls.withLock { $0 } }
}

/// The error that a server's calls throw; nil for no error.
final class Refusal: Sendable {
  private let error = Locked<AuthError?>(nil)
  var value: AuthError? { error.withLock { $0 } }
  func set(_ value: AuthError?) { error.withLock { $0 = value } }
}

/// A provider that cannot renew.
struct PlainProvider: AuthProvider {
  typealias Configuration = FakeProvider.Configuration
  let id: ProviderID
  let tenant = "tenant"
  let methods: [MethodID] = [.emailOTP]
  init(id: ProviderID = "fake") { self.id = id }
  init(id: ProviderID, configuration: Configuration, services: ProviderServices) throws(AuthError) { self.id = id }
  func start(_ request: FlowRequest) throws(AuthError) -> ProviderFlow {
    throw AuthError(.unsupported, "No flows here.")
  }
}
