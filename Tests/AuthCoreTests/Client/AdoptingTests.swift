import AuthStorage
import AuthTesting
import Testing

@testable import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The effect of a sign-in on the user's earlier sessions, and a sign-in that ends after its configuration was
/// replaced.
@Suite struct AdoptingTests {
  private let clock = ManualClock()
  private let observer = RecordingObserver()
  private let store: PickyStore

  init() { store = PickyStore(MemorySessionStore(clock: clock)) }

  private func client(
    _ json: String = #"{"provider":"code","fallback":["fake"],"providers":{"code":{},"fake":{}}}"#
  ) throws -> AuthClient {
    try AuthClient(
      configuration: AuthConfiguration(parsing: json.utf8),
      plugins: [
        ProviderPlugin("code", product: "Code", provider: CodeProvider.self),
        ProviderPlugin("fake", product: "Fake", provider: FakeProvider.self),
        ProviderPlugin("place", product: "Place", provider: PlaceProvider.self),
      ], services: ClientServices(provider: .testing(clock: clock, observer: observer), sessionStore: store))
  }

  private func put(_ id: String, _ provider: ProviderID, _ subject: String = "jane@example.com") async throws {
    let session = Session(
      id: SessionID(id), providerID: provider, tenant: "tenant", subject: subject, identifier: subject,
      createdAt: clock.now())
    try await store.save(session)
    try await store.select(session.id, for: provider)
  }

  private func signIn(_ auth: AuthClient, meanwhile: () throws -> Void = {}) async throws {
    let flow = auth.signIn(identifier: "jane@example.com")
    for await update in flow {
      if case .prompt = update {
        try meanwhile()
        try await flow.submit(code: "123456")
      }
      if case .failed(let error) = update { throw error }
    }
  }

  private func failures(_ operation: String) -> [AuthError.Code] {
    observer.events.compactMap { event in
      if case .store(operation, _, let error?) = event { error.code } else { nil }
    }
  }

  @Test("a sign-in completes if the earlier sessions cannot be listed, and the error is an event")
  func unlistable() async throws {
    let auth = try client()
    store.isUnlistable.withLock { $0 = true }
    try await signIn(auth)
    #expect(try await auth.session().subject == "jane@example.com")
    #expect(failures("list") == [.storePermissions])
  }

  @Test("a sign-in completes if an earlier session cannot be deleted, and the error is an event")
  func undeletable() async throws {
    try await put("old", "code")
    store.undeletable.withLock { $0 = [SessionID("old")] }
    let auth = try client()
    try await signIn(auth)
    #expect(try await auth.session().id != SessionID("old"))
    #expect(try await store.load(SessionID("old")) != nil)
    #expect(failures("replace") == [.storePermissions])
  }

  @Test("a sign-in completes if a fallback's session cannot be read, and the error is an event")
  func unreadable() async throws {
    try await put("stand-in", "fake")
    store.unreadable.withLock { $0 = [SessionID("stand-in")] }
    let auth = try client()
    try await signIn(auth)
    #expect(try await auth.session().providerID == "code")
    #expect(failures("retire") == [.storeCorrupt])
  }

  @Test("a fallback's session of another user stays selected") func otherUser() async throws {
    try await put("stand-in", "fake", "june@example.com")
    let auth = try client()
    try await signIn(auth)
    #expect(try await auth.storedSession(provider: "fake")?.subject == "june@example.com")
    _ = try await auth.signOut()
    #expect(try await auth.session().subject == "june@example.com")
  }

  @Test("readers of an account hear that a new sign-in of its user replaced it") func replacedAccount() async throws {
    try await put("old", "code")
    let auth = try client()
    var states = try await auth.account(SessionID("old")).states().makeAsyncIterator()
    while await states.next()?.session?.id != SessionID("old") {}
    try await signIn(auth)
    var seen = await states.next()
    while seen?.session != nil { seen = await states.next() }
    #expect(seen == .signedOut(.requested))
    #expect(auth.usedAccounts.isEmpty)
  }

  @Test("the provider of the configuration of now adopts a sign-in at its own place, whichever began it")
  func adopts() async throws {
    func json(_ place: String, _ label: String) -> String {
      #"{"provider":"place","providers":{"place":{"place":"\#(place)","label":"\#(label)"}}}"#
    }
    for (place, isNew) in [("here", true), ("elsewhere", false)] {
      let auth = try client(json("here", "before"))
      let before = try #require(try auth.provider() as? PlaceProvider)
      try await signIn(auth) { try auth.reload(AuthConfiguration(parsing: json(place, "after").utf8)) }
      let after = try #require(try auth.provider() as? PlaceProvider)
      #expect(before.log.times("adopted") == (isNew ? 0 : 1), "\(place)")
      #expect(after.log.times("adopted") == (isNew ? 1 : 0), "\(place)")
      #expect(try await auth.storedSession()?.subject == (isNew ? "jane" : nil), "\(place)")
      for session in try await store.list() { try await store.delete(session.id) }
    }
  }
}

/// A provider whose tenant is the member `place` of its block.
private struct PlaceProvider: AuthProvider {
  struct Configuration: ProviderConfiguration {
    let place: String
    init(reading reader: inout ConfigurationReader) throws(AuthError) {
      place = try reader.optionalString("place") ?? ""
      _ = try reader.optionalString("label")
    }
  }

  struct Performer: FlowPerformer {
    let provider: PlaceProvider
    func perform(_ effect: CodeFlow.Effect) async throws(AuthError) -> CodeFlow.Outcome {
      guard case .verify = effect else { return .code }
      return .accepted(
        Session(
          id: SessionID("new"), providerID: provider.id, tenant: provider.tenant, subject: "jane",
          createdAt: provider.clock.now()))
    }
  }

  let id: ProviderID
  let tenant: String
  let methods: [MethodID] = [.emailOTP]
  let log = FakeProviderLog()
  let clock: any AuthClock

  init(id: ProviderID, configuration: Configuration, services: ProviderServices) throws(AuthError) {
    (self.id, tenant, clock) = (id, configuration.place, services.clock)
  }

  func start(_ request: FlowRequest) throws(AuthError) -> ProviderFlow {
    ProviderFlow(CodeFlow(), performer: Performer(provider: self))
  }

  func adopted(_ session: Session) async throws(AuthError) { log.count("adopted") }
}
