import AuthCore
import Testing

/// The wrapper through which all calls of a token provider go (Privy protocol notes §5.1).
@Suite struct ReplaceableTokenProviderTests {
  private let request = TokenRequest(.appIdentity, providerID: "app")

  @Test func sourcesAreAskedOneThingAtATime() async throws {
    let source = BusySource()
    let provider = ReplaceableTokenProvider(source)
    let request = request
    let tokens = try await withThrowingTaskGroup(of: Secret?.self) { group in
      for _ in 0..<20 { group.addTask { try await provider.token(for: request) } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(tokens.count == 20)
    #expect(source.calls == 20)
    #expect(source.mostAtOnce == 1)
  }

  @Test func aCancelledCallerLeavesTheQueue() async throws {
    let source = BusySource()
    source.holds(true)
    let provider = ReplaceableTokenProvider(source)
    let request = request
    let first = Task { try await provider.token(for: request) }
    while source.calls == 0 { await Task.yield() }
    let second = Task { try await provider.token(for: request) }
    let third = Task { try await provider.token(for: request) }
    second.cancel()
    await #expect(throws: CancellationError.self) { try await second.value }
    // A caller that was cancelled before its call does not ask the source either.
    let late = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await provider.token(for: request)
    }
    await #expect(throws: CancellationError.self) { try await late.value }
    #expect(source.calls == 1)
    source.holds(false)
    #expect(try await first.value != nil)
    #expect(try await third.value != nil)
    #expect(source.calls == 2)
    #expect(source.mostAtOnce == 1)
  }

  @Test func aFailurePassesTheTurnOn() async throws {
    let source = BusySource()
    source.fails(true)
    let provider = ReplaceableTokenProvider(source)
    await #expect(throws: AuthError(.network, "")) { try await provider.token(for: request) }
    source.fails(false)
    #expect(try await provider.token(for: request) != nil)
  }

  @Test func anotherSourceDoesNotWaitForTheOldOne() async throws {
    let (old, new) = (BusySource(), BusySource())
    old.holds(true)
    let provider = ReplaceableTokenProvider(old)
    let request = request
    let first = Task { try await provider.token(for: request) }
    while old.calls == 0 { await Task.yield() }
    provider.replace(with: new)
    #expect(try await provider.token(for: request) != nil)
    #expect(new.calls == 1)
    old.holds(false)
    _ = try await first.value
  }
}

/// A source that counts concurrent calls.
private final class BusySource: TokenProvider {
  private struct State {
    var running = 0
    var mostAtOnce = 0
    var calls = 0
    var isHeld = false
    var fails = false
  }

  private let state = Locked(State())

  var calls: Int { state.withLock { $0.calls } }
  var mostAtOnce: Int { state.withLock { $0.mostAtOnce } }
  func holds(_ isHeld: Bool) { state.withLock { $0.isHeld = isHeld } }
  func fails(_ fails: Bool) { state.withLock { $0.fails = fails } }

  func token(for request: TokenRequest) async throws -> Secret? {
    let fails = state.withLock { state in
      state.calls += 1
      state.running += 1
      state.mostAtOnce = max(state.mostAtOnce, state.running)
      return state.fails
    }
    defer { state.withLock { $0.running -= 1 } }
    if fails { throw AuthError(.network, "") }
    repeat { await Task.yield() } while state.withLock({ $0.isHeld })
    return Secret("token")
  }
}
