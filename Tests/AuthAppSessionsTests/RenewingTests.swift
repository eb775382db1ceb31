import AuthAppSessions
import AuthCore
import AuthStorage
import AuthTesting
import Testing

@Suite struct RenewingTests {
  @Test("a renewal returns new tokens; the last access token stays valid until it expires") func renews() async throws {
    let bench = SessionBench()
    let sessions = bench.host()
    let first = try await sessions.issue(SessionBench.request())
    bench.clock.advance(by: .seconds(3000))
    let second = try await sessions.rotate(first.refreshToken)
    #expect(
      Set([first.token, second.token, first.refreshToken, second.refreshToken].map { $0.revealText() }).count == 4)
    #expect(second.session.id == first.session.id && second.expiresIn == 3600)
    #expect(try await sessions.verify(first.token).tokenExpiresAt == first.session.tokenExpiresAt)
    bench.clock.advance(by: .seconds(600))
    #expect(await code { _ = try await sessions.verify(first.token) } == "invalid_token")
    #expect(try await sessions.verify(second.token).tokenExpiresAt == second.session.tokenExpiresAt)
    // The second renewal after a token ends it.
    let third = try await sessions.rotate(second.refreshToken)
    let fourth = try await sessions.rotate(third.refreshToken)
    #expect(await code { _ = try await sessions.verify(second.token) } == "invalid_token")
    _ = try await sessions.verify(third.token)
    _ = try await sessions.verify(fourth.token)
  }

  @Test("RFC 9700 §4.14.2: a spent token ends the session, for its owner and for the thief") func reuse() async throws {
    for renewals in 1...4 {
      let bench = SessionBench()
      let sessions = bench.host()
      let first = try await sessions.issue(SessionBench.request())
      var last = first
      for _ in 0..<renewals { last = try await sessions.rotate(last.refreshToken) }
      #expect(await code { _ = try await sessions.rotate(first.refreshToken) } == "invalid_token")
      #expect(bench.lastRefusal == .reused)
      #expect(await code { _ = try await sessions.rotate(last.refreshToken) } == "invalid_token")
      #expect(await code { _ = try await sessions.verify(last.token) } == "invalid_token")
      #expect(bench.lastRefusal == .ended && bench.events.contains(.ended(first.session.id, .reuse)))
      #expect(try await sessions.list(subject: "jane").isEmpty)
    }
  }

  @Test("who knows only the id of a session cannot end it") func inventedTokensEndNothing() async throws {
    let bench = SessionBench()
    let sessions = bench.host()
    let issued = try await sessions.issue(SessionBench.request())
    let random = SystemRandomSource()
    let invented = Secret("lrt_\(issued.session.id).\(random.token()).\(random.token(byteCount: 32))")
    #expect(await code { _ = try await sessions.rotate(invented) } == "invalid_token")
    #expect(bench.lastRefusal == .unknown)
    #expect(try await !sessions.revoke(refreshToken: invented))
    _ = try await sessions.verify(issued.token)
    _ = try await sessions.rotate(issued.refreshToken)
  }

  @Test("within the retry window, a spent token returns the same new tokens") func retry() async throws {
    let bench = SessionBench { $0.retryWindow = .seconds(5) }
    let sessions = bench.host()
    let first = try await sessions.issue(SessionBench.request())
    let lost = try await sessions.rotate(first.refreshToken)
    bench.clock.advance(by: .milliseconds(4999))
    let again = try await bench.host().rotate(first.refreshToken)
    #expect(again.token == lost.token && again.refreshToken == lost.refreshToken)
    #expect(again.expiresIn == 3595)
    _ = try await sessions.verify(again.token)
    // The client continues with the new tokens.
    let next = try await sessions.rotate(again.refreshToken)
    _ = try await sessions.verify(next.token)
    // Once the new token is used, the first one is no retry any more.
    #expect(await code { _ = try await sessions.rotate(first.refreshToken) } == "invalid_token")
    #expect(bench.lastRefusal == .reused)
    #expect(await code { _ = try await sessions.verify(next.token) } == "invalid_token")
  }

  @Test("after the retry window, a spent token ends the session") func afterTheWindow() async throws {
    let bench = SessionBench { $0.retryWindow = .seconds(5) }
    let sessions = bench.host()
    let first = try await sessions.issue(SessionBench.request())
    let second = try await sessions.rotate(first.refreshToken)
    bench.clock.advance(by: .seconds(5))
    #expect(await code { _ = try await sessions.rotate(first.refreshToken) } == "invalid_token")
    #expect(await code { _ = try await sessions.verify(second.token) } == "invalid_token")
  }

  @Test("a thief who repeats a token within the window is found at the next renewal of either") func thief()
    async throws
  {
    for thiefIsFirst in [true, false] {
      let bench = SessionBench { $0.retryWindow = .seconds(5) }
      let sessions = bench.host()
      let first = try await sessions.issue(SessionBench.request())
      let owner = try await sessions.rotate(first.refreshToken)
      let thief = try await sessions.rotate(first.refreshToken)
      let order = thiefIsFirst ? [thief, owner] : [owner, thief]
      let next = try await sessions.rotate(order[0].refreshToken)
      bench.clock.advance(by: .seconds(5))
      #expect(await code { _ = try await sessions.rotate(order[1].refreshToken) } == "invalid_token")
      #expect(await code { _ = try await sessions.verify(next.token) } == "invalid_token")
    }
  }

  @Test("a session is renewed within its idle lifetime, and never beyond its absolute one") func lifetimes()
    async throws
  {
    let bench = SessionBench {
      $0.idleLifetime = .seconds(100)
      $0.absoluteLifetime = .seconds(250)
      $0.accessLifetime = .seconds(80)
    }
    let sessions = bench.host()
    let idle = try await sessions.issue(SessionBench.request())
    var busy = try await sessions.issue(SessionBench.request())
    bench.clock.advance(by: .seconds(99))
    busy = try await sessions.rotate(busy.refreshToken)
    bench.clock.advance(by: .seconds(1))
    #expect(await code { _ = try await sessions.rotate(idle.refreshToken) } == "invalid_token")
    #expect(bench.lastRefusal == .expired)
    bench.clock.advance(by: .seconds(98))
    busy = try await sessions.rotate(busy.refreshToken)
    #expect(busy.expiresIn == 52 && busy.session.renewableUntil == busy.session.endsAt)
    bench.clock.advance(by: .seconds(52))
    #expect(await code { _ = try await sessions.rotate(busy.refreshToken) } == "invalid_token")
    #expect(await code { _ = try await sessions.verify(busy.token) } == "invalid_token")
  }

  @Test("a session that is bound to a DPoP key is renewed with that key alone") func bound() async throws {
    let bench = SessionBench()
    let sessions = bench.host()
    let first = try await sessions.issue(SessionBench.request(jkt: "thumb"))
    for wrong in [nil, "other", ""] {
      let error = await code { _ = try await sessions.rotate(first.refreshToken, dpopKeyThumbprint: wrong) }
      #expect(error == "invalid_token" && bench.lastRefusal == .wrongKey)
    }
    let second = try await sessions.rotate(first.refreshToken, dpopKeyThumbprint: "thumb")
    #expect(try await sessions.verify(second.token).dpopKeyThumbprint == "thumb")
    // Without the key, a spent token proves no theft that matters: it cannot be used.
    #expect(await code { _ = try await sessions.rotate(first.refreshToken) } == "invalid_token")
    _ = try await sessions.verify(second.token)
  }

  @Test("of many hosts that present one token, exactly one renews", arguments: [Duration.zero, .seconds(5)])
  func concurrent(window: Duration) async throws {
    let directory = try TemporaryDirectory()
    let bench = SessionBench(MemoryRecordStore()) { $0.retryWindow = window }
    let hosts = (0..<8).map { _ in bench.host(FileRecordStore(FileStorage(directory: directory.path + "/state"))) }
    for _ in 0..<5 {
      let issued = try await hosts[0].issue(SessionBench.request())
      let results = await withTaskGroup(of: IssuedAppSession?.self) { group in
        for host in hosts { group.addTask { try? await host.rotate(issued.refreshToken) } }
        return await group.reduce(into: [IssuedAppSession?]()) { $0.append($1) }
      }.compactMap(\.self)
      let renewed = bench.events.count { $0 == .renewed(issued.session.id) }
      #expect(renewed == 1)
      #expect(Set(results.map { $0.refreshToken.revealText() }).count == 1)
      // With the window, the others get the same tokens. Without it, one of them must be a thief.
      #expect(results.count == (window == .zero ? 1 : hosts.count))
      #expect(
        await code { _ = try await hosts[1].verify(results[0].token) } == (window == .zero ? "invalid_token" : nil))
    }
  }
}
