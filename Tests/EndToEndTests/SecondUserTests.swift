import AuthCore
import AuthSandbox
import AuthStorage
import AuthTesting
import Testing

/// A sign-in while another user is signed in, with every vendor: the new session is selected, the other session is
/// kept, and a reader of the states receives one user after the other (`Documentation/Architecture.md`, "A session").
@Suite struct SecondUserTests {
  static let vendors: [ProviderID] = ["turnkey", "privy", "hawcx", "authsignal"]

  /// The states that a reader has received.
  private final class Heard: Sendable {
    private final class Log: Sendable {
      let states = Locked([SessionState]())
    }

    private let log = Log()
    private let reader: Task<Void, Never>

    init(_ source: SessionStates) {
      reader = Task { [log] in for await state in source { log.states.withLock { $0.append(state) } } }
    }

    deinit { reader.cancel() }

    /// The users who were signed in, in order; nil for no user. States before the store was read are left out.
    var subjects: [String?] {
      log.states.withLock { $0 }.filter { $0 != .loading }.map { $0.session?.subject }
        .reduce(into: []) { if $0.last != $1 { $0.append($1) } }
    }

    func wait(for subject: String?) async {
      while log.states.withLock({ $0.last }).map({ $0 == .loading || $0.session?.subject != subject }) ?? true {
        await Task.yield()
      }
    }
  }

  @Test("the new session is selected, the old one stays, no user is signed out", arguments: vendors)
  func signInOverAnothersSession(_ vendor: ProviderID) async throws {
    let house = try SandboxedHouse(vendor)
    let heard = Heard(house.auth.states())
    await heard.wait(for: nil)
    let jane = try await house.signIn()
    await heard.wait(for: jane.subject)
    let before = house.observer.events.count
    let joe = try await house.signIn("joe@example.com")
    await heard.wait(for: joe.subject)
    #expect(jane.subject != joe.subject && jane.id != joe.id)
    #expect(heard.subjects == [nil, jane.subject, joe.subject])

    // A session is stored, then selected, then published: a reader that receives joe's session finds it in the store.
    let events = house.observer.events.dropFirst(before)
    let ends = events.compactMap { if case .sessionEnded(_, let id, _) = $0 { id } else { nil } }
    #expect(ends.isEmpty, "the other user's session has not ended")
    let operations = events.compactMap { event -> String? in
      guard case .store(let operation, _, let error) = event else { return nil }
      return error == nil ? operation : "\(operation) failed"
    }
    #expect(operations.contains("save") && !operations.contains { $0.hasPrefix("delete") || $0.hasSuffix("failed") })
    #expect(Set(try await house.store.list().map(\.id)) == [jane.id, joe.id])
    #expect(try await house.auth.session().id == joe.id)
    #expect(try await house.me() == joe.subject)

    // Jane's session still works: its key and its tokens were not changed.
    try await house.auth.select(jane.id)
    await heard.wait(for: jane.subject)
    #expect(try await house.me() == jane.subject)
    #expect(try await house.auth.refresh().id == jane.id)
    #expect(try await house.me() == jane.subject)

    // The sign-out ends one session and selects no other session.
    _ = try await house.auth.signOut()
    await heard.wait(for: nil)
    #expect(heard.subjects == [nil, jane.subject, joe.subject, jane.subject, nil])
    #expect(try await house.store.list().map(\.id) == [joe.id])
    let ended = house.observer.events.compactMap { if case .sessionEnded(_, let id, _) = $0 { id } else { nil } }
    #expect(ended == [jane.id])
  }

  @Test("a sign-in that fails leaves the other user's session as it is", arguments: vendors)
  func failedSignInOverAnothersSession(_ vendor: ProviderID) async throws {
    let house = try SandboxedHouse(vendor)
    let jane = try await house.signIn()
    let heard = Heard(house.auth.states())
    await heard.wait(for: jane.subject)
    house.transport.add(Fault(.dropRequest))
    await #expect(throws: AuthError.self) { try await house.signIn("joe@example.com") }
    house.transport.heal()
    #expect(try await house.store.list() == [jane])
    #expect(try await house.auth.session() == jane)
    #expect(try await house.me() == jane.subject)
    #expect(heard.subjects == [jane.subject])
  }

  @Test("a renewal of the old session that comes late does not bring it back", arguments: vendors)
  func lateRenewalOfTheOther(_ vendor: ProviderID) async throws {
    let house = try SandboxedHouse(vendor)
    let jane = try await house.signIn()
    let renewal = try #require(ExpiryTests.vendors.first { $0.0 == vendor }).1
    house.transport.add(Fault(.delayAnswer(.seconds(5)), path: renewal))
    let renewing = Task { try await house.auth.refresh() }
    await house.clock.waitForSleepers(of: .seconds(5))
    let joe = try await house.signIn("joe@example.com")
    let heard = Heard(house.auth.states())
    await heard.wait(for: joe.subject)
    house.clock.advance(by: .seconds(5))
    // The caller of the renewal gets jane's session, which is kept in addition to the selected session.
    #expect(try await renewing.value.id == jane.id)
    await house.auth.settle()
    #expect(try await house.auth.session().id == joe.id)
    #expect(Set(try await house.store.list().map(\.id)) == [jane.id, joe.id])
    #expect(heard.subjects == [joe.subject])
  }
}
