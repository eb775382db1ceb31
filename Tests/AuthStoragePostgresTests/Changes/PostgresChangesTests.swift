import AuthCore
import AuthTesting
import Testing

@testable import AuthStoragePostgres

@Suite(.enabled(if: TestServer.isThere, "PostgreSQL and PgBouncer are needed: apt install postgresql pgbouncer"))
struct PostgresChangesTests {
  /// The changes of another host arrive by a query each second, or by a notification that does not use the pooler.
  @Test("a change on another host arrives within two seconds", arguments: [false, true])
  func arrives(listens: Bool) async throws {
    let database = try await TestDatabase.make(via: "bouncerURL")
    let reader = PostgresSessionStore(database.host(listens: listens))
    let writer = PostgresSessionStore(database.host(listens: listens))
    let session = SessionStoreConformance.example("a")
    try await writer.save(session)
    #expect(try await reader.load(session.id) == session)
    var changes = reader.changes?.makeAsyncIterator()
    // The first query counts as a change of everything.
    try await settle(reader)
    let before = reader.revision(of: session.id)
    let clock = ContinuousClock()
    let start = clock.now
    try await writer.delete(session.id)
    repeat { await changes?.next() } while reader.revision(of: session.id) == before
    #expect(clock.now - start < .seconds(20), "it arrives")
    #expect(try await reader.load(session.id) == nil)
  }

  @Test("a change of one session does not change the count of another") func apart() async throws {
    let database = try await TestDatabase.make()
    let reader = PostgresSessionStore(database.host())
    let writer = PostgresSessionStore(database.host())
    let (a, b) = (SessionStoreConformance.example("a"), SessionStoreConformance.example("b"))
    try await writer.save(a)
    try await writer.save(b)
    _ = try await reader.load(a.id)
    _ = try await reader.load(b.id)
    var changes = reader.changes?.makeAsyncIterator()
    try await settle(reader)
    let (countA, countB) = (reader.revision(of: a.id), reader.revision(of: b.id))
    try await writer.delete(a.id)
    repeat { await changes?.next() } while reader.revision(of: a.id) == countA
    #expect(reader.revision(of: b.id) == countB)
  }

  @Test("a write of this host is counted at once") func own() async throws {
    let database = try await TestDatabase.make()
    let store = PostgresSessionStore(database.host())
    let session = SessionStoreConformance.example("a")
    try await store.save(session)
    let before = store.revision(of: session.id)
    try await store.save(session)
    #expect(store.revision(of: session.id) != before)
  }

  @Test("no statement is sent while the changes have no reader") func idle() async throws {
    let database = try await TestDatabase.make()
    let store = PostgresSessionStore(database.host())
    try await store.save(SessionStoreConformance.example("a"))
    // There is no reader, and no count is requested. The server's own statistics are updated within a second.
    try await Task.sleep(for: .milliseconds(1500))
    let before = await database.sql(scans)
    try await Task.sleep(for: .milliseconds(2500))
    #expect(await database.sql(scans) == before)
  }

  private let scans =
    "SELECT seq_scan + idx_scan FROM pg_stat_user_tables WHERE schemaname = '{schema}' AND relname = 'change'"

  /// Waits until the count has not changed for some time, which includes a second query.
  private func settle(_ store: PostgresSessionStore) async throws {
    var last = store.revision
    var steady = 0
    while steady < 12 {
      try await Task.sleep(for: .milliseconds(100))
      let now = store.revision
      steady = now == last ? steady + 1 : 0
      last = now
    }
  }
}
