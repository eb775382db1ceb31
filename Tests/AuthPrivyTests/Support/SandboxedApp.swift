import AuthCore
import AuthSandbox
import AuthStorage
import AuthTesting
import Testing

@testable import AuthPrivy

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// An app of the Privy-style provider against a sandbox in this process, on a manual clock.
final class SandboxedApp: Sendable {
  /// The keys of all sandboxes, prepared once for all tests because making RSA keys is slow.
  private static let keyring = Result { () throws -> SandboxKeyring in
    let sandbox = try Sandbox()
    try sandbox.prepareKeys()
    return sandbox.keyring
  }

  let clock = ManualClock()
  let sandbox: Sandbox
  let transport: FaultyTransport
  let observer = RecordingObserver()
  let records = MemoryRecordStore()
  let store = MemorySessionStore()
  let identity: FakeIdentity
  let client: AuthClient
  private let configuration: AuthConfiguration
  private let services: ClientServices
  /// The app's keys.
  var keys: KeyRing { services.provider.keys }
  /// The authenticator, if there is one.
  var passkeys: (any PasskeyAuthenticator)? { services.provider.passkeys }

  /// - Parameters:
  ///   - changes: Changes to the provider's block in the sandbox's configuration; null removes a key.
  ///   - hasTokenProvider: Whether the app's identity system is the token provider.
  ///   - passkeys: Makes the authenticator; if nil, the app has no authenticator.
  init(
    _ changes: JSONObject = [:], hasTokenProvider: Bool = true,
    passkeys: ((ManualClock, Sandbox) -> any PasskeyAuthenticator)? = nil
  ) throws {
    sandbox = try Sandbox(clock: clock, keyring: try Self.keyring.get())
    transport = FaultyTransport(around: SandboxTransport(sandbox: sandbox, clock: clock), clock: clock)
    identity = FakeIdentity(sandbox)
    var block = try #require(sandbox.configuration["providers"]?["privy"]?.objectValue)
    for member in changes.members {
      block[member.name] = member.value.isNull ? Optional<JSONValue>.none : member.value
    }
    var services = ProviderServices(
      transport: transport, keys: KeyRing(MemoryKeyStore()), records: records, clock: clock, observer: observer)
    if hasTokenProvider { services.tokenProvider = identity }
    services.passkeys = passkeys?(clock, sandbox)
    configuration = try AuthConfiguration(["provider": "privy", "providers": ["privy": .object(block)]])
    self.services = ClientServices(provider: services, sessionStore: store)
    client = try AuthClient(configuration: configuration, plugins: [.privy], services: self.services)
  }

  /// The app after a restart: only the stores remain.
  func startedAnew() throws -> AuthClient {
    try AuthClient(configuration: configuration, plugins: [.privy], services: services)
  }

  /// Signs in with the app's JWT.
  @discardableResult
  func signIn(_ identifier: String? = nil) async throws -> (session: Session, isNewUser: Bool) {
    guard case .session(let session, let isNewUser) = try await client.signIn(identifier: identifier).result() else {
      throw AuthError(.internalError, "The flow ended without a session.")
    }
    return (session, isNewUser)
  }

  @discardableResult
  func control(_ path: String, _ body: JSONValue) throws -> JSONValue {
    try JSONValue(parsing: sandbox.handle(SandboxRequest("POST", "/sandbox" + path, json: body)).body)
  }

  /// Calls the vendor's server API as the app's backend does.
  @discardableResult
  func server(_ method: String, _ path: String, _ body: JSONValue? = nil) throws -> JSONValue {
    let block = try #require(sandbox.descriptor["privy"])
    let (id, secret) = (block["appId"]?.stringValue ?? "", block["appSecret"]?.stringValue ?? "")
    let headers: HTTPHeaders = [
      "privy-app-id": id, "Authorization": "Basic " + Base64.encode("\(id):\(secret)".utf8),
    ]
    let answer = sandbox.handle(
      SandboxRequest(method, "/privy/v1" + path, headers: headers, body: body?.serialized ?? []))
    #expect(answer.status < 300)
    return answer.body.isEmpty ? .null : try JSONValue(parsing: answer.body)
  }

  /// Requests from the app's backend which user the session belongs to.
  func me() async throws -> TransportResponse {
    let url = try #require(URL(string: sandbox.baseURL + "/backend/me"))
    return try await client.send(TransportRequest("GET", url))
  }

  func provider() throws -> PrivyProvider { try #require(try client.provider() as? PrivyProvider) }
}

/// The app's own identity system as a token provider: it signs tokens for the user who is signed in there.
final class FakeIdentity: TokenProvider {
  struct State {
    var subject: String? = "user-1"
    var lifetime: Int64 = 600
    var tamper: String?
    var failure: AuthError?
    /// The values that are returned instead of signed tokens, in this order.
    var queue: [Secret?] = []
    var requests: [TokenRequest] = []
    /// Whether the token provider delays its responses.
    var isHeld = false
    var running = 0
    var mostAtOnce = 0
  }

  private let sandbox: Sandbox
  private let state = Locked(State())

  init(_ sandbox: Sandbox) { self.sandbox = sandbox }

  func change(_ body: (inout State) -> Void) { state.withLock { body(&$0) } }

  /// The requests that were received so far.
  var requests: [TokenRequest] { state.withLock { $0.requests } }

  /// The largest number of concurrent requests.
  var mostAtOnce: Int { state.withLock { $0.mostAtOnce } }

  func token(for request: TokenRequest) async throws -> Secret? {
    state.withLock { state in
      state.requests.append(request)
      state.running += 1
      state.mostAtOnce = max(state.mostAtOnce, state.running)
    }
    defer { state.withLock { $0.running -= 1 } }
    while state.withLock({ $0.isHeld }) { await Task.yield() }
    let (state, queued) = state.withLock { state -> (State, [Secret?]) in
      (state, state.queue.isEmpty ? [] : [state.queue.removeFirst()])
    }
    if let failure = state.failure { throw failure }
    if let first = queued.first { return first }
    return try state.subject.map {
      try sign($0, lifetime: state.lifetime, tamper: state.tamper)
    }
  }

  /// A token for `subject`.
  func sign(
    _ subject: String, lifetime: Int64 = 600, tamper: String? = nil, algorithm: String = "ES256"
  ) throws -> Secret {
    var body: JSONObject = ["sub": .string(subject), "alg": .string(algorithm), "ttl": .integer(lifetime)]
    body["tamper"] = tamper.map { .string($0) }
    let answer = sandbox.handle(SandboxRequest("POST", "/sandbox/idp/token", json: .object(body)))
    return try JSONValue(parsing: answer.body).requiredSecret("token")
  }
}

/// The error that `body` throws.
func failure(_ body: () async throws -> Void) async -> AuthError? {
  do {
    try await body()
    return nil
  } catch {
    return error as? AuthError
  }
}
