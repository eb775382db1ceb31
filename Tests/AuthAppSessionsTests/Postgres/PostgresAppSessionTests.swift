import AuthAppSessions
import AuthCore
import AuthTesting
import Testing

/// The sessions on a real PostgreSQL server that several hosts share.
@Suite(.enabled(if: TestServer.shared != nil, "PostgreSQL is needed: apt install postgresql"))
struct PostgresAppSessionTests {
  @Test("a session of one host is renewed, checked, listed and ended by the others") func shared() async throws {
    let hosts = try await PostgresHosts()
    let bench = SessionBench()
    let (one, two, three) = (
      bench.host(try hosts.records()), bench.host(try hosts.records()), bench.host(try hosts.records())
    )
    let issued = try await one.issue(SessionBench.request(user: "u1", sid: "s1"))
    #expect(try await two.verify(issued.token) == issued.session)
    let next = try await two.rotate(issued.refreshToken)
    #expect(try await three.list(subject: "jane") == [next.session])
    #expect(try await three.revoke(providerSession: "s1", at: "op") == [issued.session.id])
    for host in [one, two, three] {
      #expect(await code { _ = try await host.verify(next.token) } == "invalid_token")
      #expect(await code { _ = try await host.rotate(next.refreshToken) } == "invalid_token")
    }
    #expect(await code { _ = try await one.issue(SessionBench.request(sid: "s1")) } == "invalid_token")
    bench.clock.advance(by: .seconds(90 * 86_400))
    _ = try await SweepTests.round(two)
    #expect(try await SweepTests.counts(try hosts.records()) == [0, 0, 0])
  }

  @Test("of many hosts that present one token, exactly one renews", arguments: [Duration.zero, .seconds(5)])
  func concurrent(window: Duration) async throws {
    let postgres = try await PostgresHosts()
    let bench = SessionBench { $0.retryWindow = window }
    let hosts = try (0..<8).map { _ in bench.host(try postgres.records()) }
    for _ in 0..<5 {
      let issued = try await hosts[0].issue(SessionBench.request())
      let results = await withTaskGroup(of: IssuedAppSession?.self) { group in
        for host in hosts { group.addTask { try? await host.rotate(issued.refreshToken) } }
        return await group.reduce(into: [IssuedAppSession?]()) { $0.append($1) }
      }.compactMap(\.self)
      #expect(bench.events.count { $0 == .renewed(issued.session.id) } == 1)
      #expect(Set(results.map { $0.refreshToken.revealText() }).count == 1)
      #expect(results.count == (window == .zero ? 1 : hosts.count))
    }
  }

  @Test("no crash and no race breaks a law") func laws() async throws {
    let postgres = try await PostgresHosts()
    let bench = SessionBench()
    try await SessionModelTests.run(
      bench, stores: try (0..<4).map { _ in FailingRecordStore(try postgres.records()) }, judge: try postgres.records(),
      rounds: 25)
  }

  @Test("a dump of the table shows no token, no user and no claim") func dump() async throws {
    let hosts = try await PostgresHosts()
    let sessions = SessionBench().host(try hosts.records())
    let issued = try await sessions.issue(SessionBench.request("jane@example.com", user: "user-1", sid: "sid-1"))
    let rows = await hosts.dump()
    #expect(!rows.isEmpty)
    let secrets = [issued.token, issued.refreshToken].flatMap { $0.revealText().split(separator: ".").dropFirst() }
    for text in secrets.map(String.init) + ["jane", "user-1", "sid-1", "Firefox", "plan", issued.session.id.rawValue] {
      #expect(!rows.contains(text), "\(text)")
    }
  }
}
