import AuthCore
import TestSupport
import Testing

@testable import AuthStoragePostgres

@Suite(.enabled(if: TestServer.isThere, "PostgreSQL and PgBouncer are needed: apt install postgresql pgbouncer"))
struct PostgresSchemaTests {
  @Test("the rows of a small table are counted, without the server's statistics") func countsRows() async throws {
    let database = try await TestDatabase.make()
    let schema = PostgresSchema(database.schema, in: database.database("url"))
    let empty = try await schema.state()
    #expect(empty.isReady && empty.rows["change"] == 0 && empty.rows.count == 7)
    await database.add(locks: 3, "n")
    #expect(try await schema.state().rows["lock"] == 3)
    await database.add(locks: 20_000, "m")
    #expect(try await schema.state().rows["lock"] ?? 0 > 10_000)
  }

  @Test("a table that the role may not read is named, and not counted") func namesForbidden() async throws {
    let database = try await TestDatabase.make()
    await database.sql("REVOKE SELECT ON {schema}.record FROM \(database.server.text("appRole"))")
    let state = try await PostgresSchema(database.schema, in: database.database("url")).state()
    #expect(state.forbidden == ["record"] && !state.isReady)
    #expect(state.rows["session"] == 0)
  }
}

extension TestDatabase {
  fileprivate func add(locks count: Int, _ prefix: String) async {
    await sql(
      "INSERT INTO {schema}.lock (name, fence) SELECT ('\(prefix)' || i)::bytea, 1 FROM generate_series(1, \(count)) AS i"
    )
  }
}
