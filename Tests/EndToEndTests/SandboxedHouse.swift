import AuthAuthsignal
import AuthCore
import AuthHawcx
import AuthPrivy
import AuthSandbox
import AuthStorage
import AuthTesting
import AuthTurnkey
import Testing

@testable import AuthRuntime

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// An app that links all four vendors, and a sandbox in this process, on one clock. Tests check the sandbox's request
/// log: a request that is not in the log was not sent.
struct SandboxedHouse {
  let clock: ManualClock
  let observer = RecordingObserver()
  let sandbox: Sandbox
  let transport: FaultyTransport
  let store: MemorySessionStore
  let auth: AuthClient
  private let keys: MemoryKeyStore
  private let records: MemoryRecordStore
  private let random: any RandomSource

  init(_ provider: ProviderID, random: any RandomSource = SystemRandomSource()) throws {
    let clock = ManualClock()
    try self.init(
      provider, clock, try Sandbox(clock: clock), MemorySessionStore(clock: clock), MemoryKeyStore(),
      MemoryRecordStore(clock: clock), random)
  }

  private init(
    _ provider: ProviderID, _ clock: ManualClock, _ sandbox: Sandbox, _ store: MemorySessionStore,
    _ keys: MemoryKeyStore, _ records: MemoryRecordStore, _ random: any RandomSource
  ) throws {
    (self.clock, self.sandbox, self.store, self.keys, self.records) = (clock, sandbox, store, keys, records)
    self.random = random
    transport = FaultyTransport(around: SandboxTransport(sandbox: sandbox, clock: clock), clock: clock)
    var configuration = try AuthConfiguration(parsing: sandbox.configuration.serialized)
    configuration.provider = provider
    let services = ProviderServices(
      transport: transport, keys: KeyRing(keys), records: records, clock: clock, random: random, observer: observer)
    let tokens = TokenProviderFactory(environment: [:], transport: transport)
    auth = try AuthClient(
      configuration: configuration, plugins: [.turnkey, .privy, .hawcx, .authsignal],
      services: ClientServices(provider: services, sessionStore: store) { (source) throws(AuthError) in
        try tokens.make(source)
      })
    if provider == "privy" { try auth.setTokenProvider(identitySystem) }
  }

  /// The app after a restart: the same stores and server, and nothing in memory.
  func restarted() throws -> SandboxedHouse {
    try SandboxedHouse(auth.configuration.provider, clock, sandbox, store, keys, records, random)
  }

  /// The app's own identity system, as a token provider. It returns a token of the user that the request names, or of
  /// jane.
  private var identitySystem: any TokenProvider {
    ClosureTokenProvider { [sandbox] request in
      let subject = request.identifier ?? "jane@example.com"
      let request = SandboxRequest("POST", "/sandbox/idp/token", json: ["sub": .string(subject)])
      return try JSONValue(parsing: sandbox.handle(request).body)["token"]?.stringValue.map { Secret($0) }
    }
  }

  /// Signs in jane, or the user with this address, with the code from the user's mailbox.
  @discardableResult
  func signIn(_ address: String = "jane@example.com") async throws -> Session {
    let flow = auth.signIn(identifier: address)
    for await update in flow {
      switch update {
      case .prompt(.enterCode, _): try await flow.submit(code: try sandbox.lastCode(to: address))
      case .prompt(.selectMethod(let methods), _): try await flow.select(method: try first(methods))
      case .failed(let error): throw error
      case .completed(.session(let session, _)): return session
      default: continue
      }
    }
    throw AuthError(.internalError, "The flow ended without a session.")
  }

  /// The subject that the app's backend finds in a request of the selected session.
  func me() async throws -> String? {
    let url = try #require(URL(string: sandbox.baseURL + "/backend/me"))
    return try await auth.send(TransportRequest("GET", url)).json()["subject"]?.stringValue
  }

  private func first(_ methods: [MethodOption]) throws -> MethodID {
    guard let method = methods.first?.id else { throw AuthError(.internalError, "No method is offered.") }
    return method
  }
}
