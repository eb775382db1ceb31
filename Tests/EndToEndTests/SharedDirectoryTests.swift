import AuthCore
import AuthStorage
import AuthTesting
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Two clients with a file store each on one directory, as in two processes: the states of one client show what the
/// other one changes.
@Suite(.timeLimit(.minutes(5))) struct SharedDirectoryTests {
  private let directory = FileManager.default.temporaryDirectory.appendingPathComponent(
    "latchkey-shared-\(SystemRandomSource().uuid())")

  private func client() throws -> (auth: AuthClient, store: FileSessionStore) {
    let store = FileSessionStore(FileStorage(directory: directory.path))
    let auth = try AuthClient(
      configuration: AuthConfiguration(["provider": "quiet", "providers": ["quiet": [:]]]),
      plugins: [ProviderPlugin("quiet", product: "Quiet", provider: QuietProvider.self)],
      services: ClientServices(
        provider: ProviderServices(
          transport: ScriptedTransport { (_) throws(AuthError) in .json([:]) }, keys: KeyRing(MemoryKeyStore()),
          records: MemoryRecordStore()), sessionStore: store))
    return (auth, store)
  }

  @Test("L8: a sign-in, a renewal, a switch and a sign-out of another client reach the states") func reached()
    async throws
  {
    defer { try? FileManager.default.removeItem(at: directory) }
    let (ours, theirs) = (try client(), try client())
    var states = ours.auth.states.makeAsyncIterator()
    var state = await states.next()
    while state == .loading { state = await states.next() }
    #expect(state == .signedOut(.never))
    func session(_ id: String, generation: UInt64 = 1) -> Session {
      Session(
        id: SessionID(id), providerID: "quiet", tenant: "tenant", subject: id, createdAt: SystemClock().now(),
        generation: generation)
    }
    var times: [String] = []
    func reaches(
      _ name: String, _ change: () async throws -> Void, _ isExpected: (SessionState?) -> Bool
    ) async throws {
      let start = ContinuousClock.now
      try await change()
      repeat { state = await states.next() } while !isExpected(state) && state != nil
      #expect(isExpected(state))
      times.append("\(name) \((ContinuousClock.now - start) / .milliseconds(1)) ms")
    }
    try await reaches("sign-in") {
      for id in ["alice", "bob"] { try await theirs.store.save(session(id)) }
      try await theirs.auth.select(SessionID("alice"))
    } _: {
      $0?.session?.subject == "alice"
    }
    try await reaches("renewal") {
      try await theirs.store.save(session("alice", generation: 2))
    } _: {
      $0?.session?.generation == 2
    }
    try await reaches("switch") {
      try await theirs.auth.select(SessionID("bob"))
    } _: {
      $0?.session?.subject == "bob"
    }
    try await reaches("sign-out") {
      _ = try await theirs.auth.signOut()
    } _: {
      $0?.session == nil
    }
    print("changes of another client reached the states: " + times.joined(separator: ", "))
  }
}

private struct QuietProvider: AuthProvider {
  struct Configuration: ProviderConfiguration {
    init(reading reader: inout ConfigurationReader) throws(AuthError) {}
  }

  let id: ProviderID
  let tenant = "tenant"
  let methods: [MethodID] = [.emailOTP]

  init(id: ProviderID, configuration: Configuration, services: ProviderServices) throws(AuthError) { self.id = id }

  func start(_ request: FlowRequest) throws(AuthError) -> ProviderFlow {
    throw AuthError(.unsupported, "This provider has no flows.")
  }
}
