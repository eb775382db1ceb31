import Testing

@testable import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The states that readers receive: each once, in order, from the attached engine.
@Suite(.timeLimit(.minutes(5))) struct SessionStateSourceTests {
  private let source = SessionStateSource()
  private let session = Session.sample()

  private func version() async -> UInt64? { await source.next(after: 0)?.1 }

  @Test("a state is accepted only if it is the newest of the attached engine") func order() {
    let first = source.attach {}
    #expect(source.current == .loading)
    source.set(.signedIn(session), revision: 2, by: first)
    source.set(.signedOut(.never), revision: 1, by: first)
    source.set(.signedOut(.never), revision: 2, by: first)
    #expect(source.current == .signedIn(session))
    source.set(.signedOut(.requested), revision: 3, by: first)
    #expect(source.current == .signedOut(.requested))
    let second = source.attach {}
    #expect(second != first)
    source.set(.signedIn(session), revision: 4, by: first)
    #expect(source.current == .signedOut(.requested))
    source.set(.signedIn(session), revision: 1, by: second)
    #expect(source.current == .signedIn(session), "the numbers of a new engine start again")
  }

  @Test("the state of an instance that does not exist is set once, and never with an engine") func doesNotExist() {
    source.setIfLoading(.signedOut(.never))
    #expect(source.current == .signedOut(.never))
    source.setIfLoading(.signedOut(.requested))
    #expect(source.current == .signedOut(.never))
    let fed = SessionStateSource()
    _ = fed.attach {}
    fed.setIfLoading(.signedOut(.never))
    #expect(fed.current == .loading)
  }

  @Test("an equivalent state wakes no reader, and is the current state") func news() async throws {
    let owner = source.attach {}
    let told = Locked(0)
    source.set(.signedIn(session), revision: 1, by: owner)
    let version = try #require(await version())
    source.forward { told.withLock { $0 += 1 } }
    var renewed = session
    renewed.generation = 2
    source.set(.signedIn(renewed), revision: 2, by: owner)
    #expect(await self.version() == version)
    #expect(source.current == .signedIn(renewed))
    source.set(.expired(renewed), revision: 3, by: owner)
    #expect(await self.version() == version + 1)
    #expect(told.withLock { $0 } == 2, "the resolver is notified of both")
  }

  @Test("a reader receives the current state first, whichever it is") func first() async {
    #expect(await SessionStates(source: source).first { _ in true } == .loading)
  }

  @Test("readers wait for the next state independently") func readers() async throws {
    let owner = source.attach {}
    source.set(.signedIn(session), revision: 1, by: owner)
    let states = SessionStates(source: source)
    var readers = [states.makeAsyncIterator(), states.makeAsyncIterator()]
    for index in readers.indices { #expect(await readers[index].next() == .signedIn(session)) }
    let waiting = readers.map { reader in
      Task {
        var reader = reader
        return await reader.next()
      }
    }
    for _ in 0..<200 { await Task.yield() }
    source.set(.signedIn(session), revision: 2, by: owner)
    source.set(.signedOut(.requested), revision: 3, by: owner)
    for reader in waiting { #expect(await reader.value == .signedOut(.requested)) }
  }

  @Test("a cancelled reader leaves without affecting others, before its wait or during it") func cancelled()
    async throws
  {
    let owner = source.attach {}
    source.set(.signedIn(session), revision: 1, by: owner)
    let version = try #require(await version())
    let source = source
    let early = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await source.next(after: version) == nil
    }
    #expect(await early.value)
    let (late, other) = (
      Task { await source.next(after: version) == nil }, Task { await source.next(after: version)?.0 }
    )
    for _ in 0..<200 { await Task.yield() }
    late.cancel()
    #expect(await late.value)
    source.set(.signedOut(.never), revision: 2, by: owner)
    #expect(await other.value == .signedOut(.never))
  }

  @Test("the engine is notified of the first reader and of the last, and of no other") func watching() {
    let told = Locked(0)
    var owner = source.attach { told.withLock { $0 += 1 } }
    #expect(!source.isWatched(by: owner))
    source.began()
    #expect(source.isWatched(by: owner) && !source.isWatched(by: owner + 1))
    source.began()
    source.ended()
    #expect(source.isWatched(by: owner) && told.withLock { $0 } == 1)
    source.ended()
    #expect(!source.isWatched(by: owner) && told.withLock { $0 } == 2)
    var reader: SessionStates.Iterator? = SessionStates(source: source).makeAsyncIterator()
    #expect(source.isWatched(by: owner))
    owner = source.attach {}
    #expect(source.isWatched(by: owner), "readers continue with the next engine")
    _ = reader
    reader = nil
    #expect(!source.isWatched(by: owner))
  }

  @Test("states are equivalent if only the number of renewals differs") func isEquivalent() {
    let changes: [(@Sendable (inout Session) -> Void, isSame: Bool)] = [
      ({ _ in }, true), ({ $0.generation += 1 }, true), ({ $0.tokens.refresh = nil }, true),
      ({ $0.tokens.other = ["a": Secret("b")] }, true), ({ $0.tokens.access = nil }, false),
      ({ $0.tokens.identity = Secret("i") }, false), ({ $0.expiresAt = nil }, false), ({ $0.tags = ["a": "b"] }, false),
    ]
    let states: [@Sendable (Session) -> SessionState] = [
      { .signedIn($0) }, { .unverified($0) }, { .expired($0) }, { .locked($0, .keyUnavailable) },
    ]
    for (change, isSame) in changes {
      var other = session
      change(&other)
      for (index, state) in states.enumerated() {
        #expect(state(session).isEquivalent(to: state(other)) == isSame)
        #expect(state(other).isEquivalent(to: state(session)) == isSame)
        for (number, another) in states.enumerated() where number != index {
          #expect(!state(session).isEquivalent(to: another(other)))
        }
        #expect(!state(session).isEquivalent(to: .loading) && !SessionState.loading.isEquivalent(to: state(session)))
        #expect(!state(session).isEquivalent(to: .signedOut(.never)))
      }
    }
    #expect(SessionState.loading.isEquivalent(to: .loading))
    #expect(!SessionState.loading.isEquivalent(to: .signedOut(.never)))
    #expect(SessionState.signedOut(.never).isEquivalent(to: .signedOut(.never)))
    #expect(!SessionState.signedOut(.never).isEquivalent(to: .signedOut(.requested)))
  }

  // MARK: The states of the resolved instance

  private struct Fed {
    let source = SessionStateSource()
    let owner: UInt64
    init() { owner = source.attach {} }
    func set(_ state: SessionState, _ revision: UInt64) { source.set(state, revision: revision, by: owner) }
    var isRead: Bool { source.isWatched(by: owner) }
  }

  @Test("the states are those of the resolved instance, and the instances that decide them have a reader")
  func resolved() {
    let (a, b) = (Fed(), Fed())
    var states: ResolvedStates? = ResolvedStates(SessionResolver(asked: nil, configured: "a", fallback: ["b"]))
    let resolved = states?.source ?? SessionStateSource()
    #expect(resolved.current == .loading)
    states?.follow(SessionResolver(asked: nil, configured: "a", fallback: ["b"]), ["a": a.source, "b": b.source])
    #expect(resolved.current == .loading)
    b.set(.signedIn(session), 1)
    #expect(resolved.current == .loading, "the first instance may still have a session")
    a.set(.signedOut(.never), 1)
    #expect(resolved.current == .signedIn(session))
    #expect(!a.isRead && !b.isRead, "there is no reader")
    var reader: SessionStates.Iterator? = SessionStates(source: resolved).makeAsyncIterator()
    #expect(a.isRead && b.isRead, "a sign-in at the first instance would change the result")
    a.set(.unverified(session), 2)
    #expect(resolved.current == .unverified(session))
    #expect(a.isRead && !b.isRead)
    states?.follow(SessionResolver(asked: "b", configured: "a", fallback: []), ["a": a.source, "b": b.source])
    #expect(resolved.current == .signedIn(session))
    #expect(!a.isRead && b.isRead)
    _ = reader
    reader = nil
    #expect(!b.isRead)
    reader = SessionStates(source: resolved).makeAsyncIterator()
    #expect(b.isRead)
    states = nil
    #expect(!b.isRead, "a released object does not read")
    withExtendedLifetime(reader) {}
  }
}
