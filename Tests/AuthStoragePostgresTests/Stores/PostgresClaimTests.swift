import AuthCore
import AuthTesting
import Testing

@testable import AuthStoragePostgres

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite(.enabled(if: TestServer.isThere, "PostgreSQL and PgBouncer are needed: apt install postgresql pgbouncer"))
struct PostgresClaimTests {
  @Test("claims keep all laws, directly and through PgBouncer", arguments: PostgresConformanceTests.ways)
  func claims(via: String) async {
    let failures = await RenewalClaimConformance {
      let database = try await TestDatabase.make(via: via)
      return (0..<2).map { _ in PostgresSessionStore(database.host()) }
    }.failures()
    #expect(failures.map(\.description) == [])
  }

  @Test("a host can claim a session again if it lost the response to its first claim") func claimsAgain() async throws {
    let database = try await TestDatabase.make()
    let host = database.host()
    let session = SessionStoreConformance.example("a")
    try await PostgresSessionStore(host).save(session)
    // A second store object of the same host does not have the first claim, as after a broken connection.
    guard
      case .claimed(let first) = try await PostgresSessionStore(host).claimRenewal(
        of: session.id, generation: nil, lease: .seconds(60)),
      case .claimed(let second) = try await PostgresSessionStore(host).claimRenewal(
        of: session.id, generation: nil, lease: .seconds(60))
    else {
      Issue.record("not claimed")
      return
    }
    #expect(second.fence > first.fence)
    await #expect(throws: AuthError(.storeLocked, "")) {
      try await PostgresSessionStore(host).noteRenewal(of: first)
    }
  }

  @Test("a session that a restored database lost is published again") func rollback() async throws {
    let database = try await TestDatabase.make()
    let reported = Locked<[SessionID]>([])
    let store = PostgresSessionStore(database.host { session in reported.withLock { $0.append(session.id) } })
    let old = SessionStoreConformance.example("a", generation: 4)
    try await store.save(old)
    await database.sql("CREATE TABLE {schema}.backup AS SELECT * FROM {schema}.session")
    guard case .claimed(let claim) = try await store.claimRenewal(of: old.id, generation: nil, lease: .seconds(20))
    else {
      Issue.record("not claimed")
      return
    }
    var renewed = old
    renewed.generation = 5
    _ = try await store.commitRenewal(renewed, of: claim)
    await database.sql(
      "DELETE FROM {schema}.session; INSERT INTO {schema}.session SELECT * FROM {schema}.backup")
    #expect(try await store.load(old.id) == renewed)
    #expect(reported.withLock { $0 } == [old.id])
    #expect(try await PostgresSessionStore(database.host()).load(old.id) == renewed, "every host sees it")
  }

  @Test("a host measures the lag of its clock by the database's clock") func clockLag() async throws {
    let database = try await TestDatabase.make()
    let slow = ManualClock(SystemClock().now().addingTimeInterval(-43_200))
    let store = PostgresSessionStore(database.host(clock: slow))
    try await store.save(SessionStoreConformance.example("a"))
    #expect(store.clockLag == nil)
    _ = try await store.load(SessionID("a"))
    // The manual clock does not advance while the test waits for a busy machine.
    #expect((43_200..<43_500).contains(try #require(store.clockLag)))
  }
}
