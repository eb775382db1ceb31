import AuthCore
import AuthStorage
import AuthTesting

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// An app with a signed-in user, between an honest server and a hostile one.
struct HostileApp {
  let fixture: ProviderFixture
  let server: ConformanceServer
  let transport: HostileTransport
  private let clock = ManualClock()
  private let sessions: MemorySessionStore
  private let records: MemoryRecordStore
  private let keys: KeyRing
  private let passkeys: (any PasskeyAuthenticator)?

  init(
    _ fixture: ProviderFixture, _ hostile: NonsenseServer, wire: any HTTPTransport,
    attack: (index: Int, nonsense: Nonsense)?
  ) async throws {
    self.fixture = fixture
    server = try await fixture.makeServer(clock)
    transport = HostileTransport(server.transport, wire: wire, server: hostile, attack: attack)
    sessions = MemorySessionStore(clock: clock)
    records = MemoryRecordStore(clock: clock)
    keys = fixture.makeKeys()
    passkeys = fixture.makePasskeys()
  }

  /// Makes a client on the app's stores. A second one is the app after a restart.
  func client() throws -> AuthClient {
    var block = server.configuration
    if block["type"] == nil { block["type"] = .string(fixture.plugin.type) }
    let id = fixture.providerID.rawValue
    var services = ProviderServices(
      transport: transport, keys: keys, records: records, passkeys: passkeys, clock: clock,
      random: SeededRandomSource(seed: 7), observer: RecordingObserver())
    if let tokenProvider = server.tokenProvider { services.tokenProvider = tokenProvider }
    return try AuthClient(
      configuration: AuthConfiguration(["provider": .string(id), "providers": .object([id: .object(block)])]),
      plugins: [fixture.plugin], services: ClientServices(provider: services, sessionStore: sessions))
  }

  /// The outcome of a flow.
  enum Outcome {
    case completed, failed
  }

  /// Runs a flow with right answers. The flow is reset at the third error.
  ///
  /// - Parameter seen: receives each error that the flow shows.
  func run(_ request: FlowRequest, with client: AuthClient, _ seen: (AuthError) -> Void) async throws -> Outcome {
    let flow = client.start(request)
    var (answers, errors) = (0, 0)
    for await update in flow {
      switch update {
      case .prompt(let prompt, let context):
        if let error = context.lastError {
          seen(error)
          errors += 1
        }
        answers += 1
        if errors >= 3 || answers > 20 {
          flow.reset()
          return .failed
        }
        guard let answer = try await answer(prompt, context, to: request) else { return .failed }
        do throws(AuthError) { try await flow.answer(answer) } catch { seen(error) }
      case .failed(let error):
        seen(error)
        return .failed
      case .completed: return .completed
      case .idle, .working: continue
      }
    }
    return .failed
  }

  private func answer(
    _ prompt: Prompt, _ context: PromptContext, to request: FlowRequest
  ) async throws -> FlowAnswer? {
    switch (prompt, request.identifier) {
    case (.selectMethod(let options), _):
      return (options.first { $0.id == request.method } ?? options.first).map { .method($0.id) }
    case (.selectAccount(let options), _): return options.first.map { .account($0.id) }
    case (.enterEmail, let address?): return .email(address)
    case (.enterPhone, let number?): return .phone(number)
    case (.awaitApproval, _): return .poll
    default: return try? await server.answer(prompt, context)
    }
  }

  /// Moves the clock past the session's expiry, or shortly before it.
  func expire(_ session: Session) {
    guard let expiry = session.expiresAt else { return }
    let rest = fixture.renewsExpired ? -1.0 : 15.0
    clock.advance(by: .seconds(expiry.timeIntervalSince(clock.now()) - rest))
  }

  /// Whether a session is stored.
  func isStored(_ id: SessionID) async throws -> Bool { try await sessions.load(id) != nil }
}
