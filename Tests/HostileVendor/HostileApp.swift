import AuthCore
import AuthStorage
import AuthTesting

/// An app between an honest server and a hostile one.
final class HostileApp: Sendable {
  let fixture: HostileFixture
  let server: ConformanceServer
  let transport: HostileTransport
  let clock = ManualClock()
  let observer = RecordingObserver()
  private let sessions: MemorySessionStore
  private let records: MemoryRecordStore
  private let keys: KeyRing
  private let passkeys: (any PasskeyAuthenticator)?
  private let starts = Locked<UInt64>(0)

  init(
    _ fixture: HostileFixture, _ hostile: NonsenseServer, wire: any HTTPTransport,
    attack: (index: Int, nonsense: Nonsense)?
  ) async throws {
    self.fixture = fixture
    server = try await fixture.provider.makeServer(clock)
    transport = HostileTransport(server.transport, wire: wire, server: hostile, attack: attack)
    sessions = MemorySessionStore(clock: clock)
    records = MemoryRecordStore(clock: clock)
    keys = fixture.provider.makeKeys()
    passkeys = fixture.provider.makePasskeys()
  }

  /// Makes a client on the app's stores. A second one is the app after a restart.
  func client() throws -> AuthClient {
    let plugin = fixture.provider.plugin
    var block = server.configuration
    if block["type"] == nil { block["type"] = .string(plugin.type) }
    let id = fixture.provider.providerID.rawValue
    // Each start of the app has its own random values.
    let seed = starts.withLock { starts in
      starts += 1
      return starts
    }
    var services = ProviderServices(
      transport: transport, keys: keys, records: records, passkeys: passkeys, clock: clock,
      random: SeededRandomSource(seed: seed), observer: observer)
    if let tokenProvider = server.tokenProvider { services.tokenProvider = tokenProvider }
    return try AuthClient(
      configuration: AuthConfiguration(["provider": .string(id), "providers": .object([id: .object(block)])]),
      plugins: [plugin], services: ClientServices(provider: services, sessionStore: sessions))
  }

  /// Whether a session is stored.
  func isStored(_ id: SessionID) async throws -> Bool { try await sessions.load(id) != nil }
}
