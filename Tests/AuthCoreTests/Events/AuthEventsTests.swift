import AuthStorage
import AuthTesting
import Testing

@testable import AuthCore

/// Events as a sequence, in addition to the observer.
@Suite(.timeLimit(.minutes(5))) struct AuthEventsTests {
  private let observer = RecordingObserver()
  private let clock = ManualClock()

  private func client() throws -> AuthClient {
    try AuthClient(
      configuration: AuthConfiguration(parsing: #"{"provider":"code","providers":{"code":{}}}"#.utf8),
      plugins: [ProviderPlugin("code", product: "Code", provider: CodeProvider.self)],
      services: ClientServices(
        provider: .testing(clock: clock, observer: observer), sessionStore: MemorySessionStore(clock: clock)))
  }

  private func step(_ name: String) -> AuthEvent { .step(provider: "code", name: name) }

  private func names(_ events: AuthEvents, _ count: Int) async -> [String] {
    var names: [String] = []
    for await event in events {
      names.append(AuthEventsTests.name(event))
      if names.count == count { break }
    }
    return names
  }

  private static func name(_ event: AuthEvent) -> String {
    if case .step(_, let name) = event { return name }
    return String(describing: event).prefix { $0 != "(" }.description
  }

  @Test func aReaderSeesWhatTheObserverHears() async throws {
    let auth = try client()
    let events = auth.events
    let flow = auth.signIn(identifier: "jane@example.com")
    for await update in flow {
      if case .prompt = update { try await flow.submit(code: "123456") }
    }
    _ = try await auth.signOut()
    let heard = observer.events.map(Self.name)
    #expect(heard.contains("flowStarted") && heard.contains("sessionEnded"))
    #expect(await names(events, heard.count) == heard)
  }

  @Test func eachReaderHasItsOwn() async throws {
    let auth = try client()
    let early = auth.events
    auth.services.provider.observer.record(step("a"))
    let late = auth.events
    auth.services.provider.observer.record(step("b"))
    auth.services.provider.observer.record(step("c"))
    #expect(await names(early, 3) == ["a", "b", "c"])
    #expect(await names(late, 2) == ["b", "c"])
    // A second reader of the same sequence takes no event from the first. It begins with the next event.
    let (first, second) = (early.makeAsyncIterator(), early.makeAsyncIterator())
    auth.services.provider.observer.record(step("d"))
    for var reader in [first, second] { #expect(await reader.next().map(Self.name) == "d") }
  }

  @Test func aWaitingReaderIsWokenByAnEvent() async throws {
    let auth = try client()
    let source = auth.eventSource
    let reading = Task { [events = auth.events] in await names(events, 1) }
    await until { source.waiterCount == 1 }
    source.record(step("a"))
    #expect(await reading.value == ["a"])
  }

  @Test func cancellingEndsAReader() async throws {
    let auth = try client()
    let source = auth.eventSource
    let reading = Task { [events = auth.events] in await names(events, .max) }
    await until { source.waiterCount == 1 }
    source.record(step("a"))
    await until { source.waiterCount == 1 }
    reading.cancel()
    #expect(await reading.value == ["a"])
    #expect(source.readerCount == 0, "no event is kept for the reader")
  }

  @Test func aSlowReaderHasTheNewestAndKnowsHowManyItMissed() async throws {
    let auth = try client()
    var reader = auth.events.makeAsyncIterator()
    for number in 0..<AuthEvents.capacity + 44 { auth.eventSource.record(step(String(number))) }
    #expect(reader.dropped == 44)
    #expect(await reader.next().map(Self.name) == "44")
  }

  @Test func withoutReadersNothingIsKept() async throws {
    let auth = try client()
    #expect(auth.eventSource.readerCount == 0)
    var events: AuthEvents? = auth.events
    #expect(auth.eventSource.readerCount == 1)
    withExtendedLifetime(events) {}
    events = nil
    #expect(auth.eventSource.readerCount == 0)
    auth.eventSource.record(step("a"))
    #expect(observer.events.count == 1)
  }

  @Test func aReaderKeepsNoClientAliveAndEndsWithIt() async throws {
    var auth: AuthClient? = try client()
    weak let known = auth
    weak let source = auth?.eventSource
    let reading = Task { [events = auth?.events] in
      if let events { await names(events, .max) } else { ["no sequence"] }
    }
    await until { source?.waiterCount == 1 }
    auth = nil
    #expect(await reading.value == [])
    #expect(known == nil)
  }

  @Test func oneSourceServesComponentsThatAreMadeBeforeTheClient() async throws {
    let source = AuthEventSource(observer)
    var services = ProviderServices.testing(clock: clock)
    services.observer = source
    let auth = try AuthClient(
      configuration: AuthConfiguration(parsing: #"{"provider":"code","providers":{"code":{}}}"#.utf8),
      plugins: [ProviderPlugin("code", product: "Code", provider: CodeProvider.self)],
      services: ClientServices(provider: services, sessionStore: MemorySessionStore(clock: clock)))
    let events = auth.events
    source.record(step("a transport's"))
    #expect(await names(events, 1) == ["a transport's"])
    #expect(observer.events.count == 1, "the observer receives each event once")
  }

  private func until(_ holds: @Sendable () -> Bool) async {
    while !holds() { await Task.yield() }
  }
}
