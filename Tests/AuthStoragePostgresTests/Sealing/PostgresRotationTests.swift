import AuthCore
import AuthStorage
import AuthTesting
import Testing

@testable import AuthStoragePostgres

@Suite(.enabled(if: TestServer.isThere, "PostgreSQL and PgBouncer are needed: apt install postgresql pgbouncer"))
struct PostgresRotationTests {
  @Test("a rotation seals every row again, and nothing is lost") func rotates() async throws {
    let database = try await TestDatabase.make()
    let host = database.host()
    let (store, records, keys) = (
      PostgresSessionStore(host), PostgresRecordStore(host).namespaced("n"), PostgresKeyStore(host)
    )
    let sessions = (0..<250).map { SessionStoreConformance.example("s\($0)") }
    for session in sessions { try await store.save(session) }
    try await store.select(sessions[0].id, for: "example")
    try await records.replace(Secret("value"), for: "key")
    let key = try await keys.generate(.p256, policy: KeyPolicy(), namespace: "n")
    let other = PostgresSessionStore(database.host())
    #expect(try await other.load(sessions[1].id) == sessions[1])

    let first = try await store.rotateKeys()
    #expect(first.sealed == 253 && first.unreadable == 0)
    let identities = await database.sql(
      """
      SELECT count(DISTINCT key_id) FROM (SELECT key_id FROM {schema}.session UNION ALL SELECT key_id FROM {schema}.record
      UNION ALL SELECT key_id FROM {schema}.key UNION ALL SELECT key_id FROM {schema}.selection) AS all_rows
      """)
    #expect(identities.contains("1"))
    // A host that has read the keys before the rotation reads the new key when it needs the key.
    #expect(try await other.load(sessions[2].id) == sessions[2])
    #expect(try await other.selection(for: "example") == sessions[0].id)
    #expect(try await PostgresRecordStore(database.host()).namespaced("n").read("key")?.value == Secret("value"))
    _ = try await PostgresKeyStore(database.host()).sign([1], with: key)

    // The second rotation removes the key that the first one retired. A row that is still sealed with it would be lost.
    _ = try await store.rotateKeys()
    #expect(try await PostgresSessionStore(database.host()).list().count == 250)
    #expect(try await host.vault.keysForSealing().retired.count == 1)
  }

  @Test("rows cannot be opened in another place, nor with a dump alone") func bound() async throws {
    let database = try await TestDatabase.make()
    let store = PostgresSessionStore(database.host())
    let (a, b) = (SessionStoreConformance.example("a"), SessionStoreConformance.example("b"))
    try await store.save(a)
    try await store.save(b)
    let names = await database.sql("SELECT encode(name, 'escape') || encode(record, 'escape') FROM {schema}.session")
    for secret in ["access-a", "jäne@example.com", "did:example", "tenant/1"] { #expect(!names.contains(secret)) }
    await database.sql(
      """
      UPDATE {schema}.session SET record = (SELECT record FROM {schema}.session ORDER BY name LIMIT 1)
      WHERE name = (SELECT max(name::text)::bytea FROM {schema}.session)
      """)
    let found = try await store.inventory()
    #expect(found.sessions.count == 1)
    #expect(found.unreadable.map(\.code) == [.storeCorrupt])
    let stranger = PostgresSessionStore(
      database.host(wrapping: MemoryWrapping(key: Secret(Array(repeating: 8, count: 32)))))
    await #expect(throws: AuthError(.storeCorrupt, "")) { _ = try await stranger.load(a.id) }
    // An earlier record can be opened with its earlier generation, but not with a later one.
    await database.sql("UPDATE {schema}.session SET generation = generation + 1")
    #expect(try await store.inventory().unreadable.count == 2)
  }

  @Test("a host with another kind of wrapping key is admitted by one that it names as former") func admits()
    async throws
  {
    let database = try await TestDatabase.make()
    let a = SessionStoreConformance.example("a")
    try await PostgresSessionStore(database.host()).save(a)
    let own = MemoryWrapping(id: "own", key: Secret(Array(repeating: 9, count: 32)))
    await #expect(throws: AuthError(.keyUnavailable, "")) {
      _ = try await PostgresSessionStore(database.host(wrapping: own)).load(a.id)
    }
    #expect(
      try await PostgresSessionStore(database.host(wrapping: own, former: [MemoryWrapping()])).load(a.id) == a)
    #expect(try await PostgresSessionStore(database.host(wrapping: own)).load(a.id) == a, "by its own from now on")
  }
}
