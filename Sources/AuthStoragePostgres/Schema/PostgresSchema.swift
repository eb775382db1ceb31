public import AuthCore

/// The tables of one schema: their state, and the migrations to the version that this release needs.
public struct PostgresSchema: Sendable {
  /// The state of a schema.
  public struct State: Sendable, Hashable {
    /// The latest version that was applied; 0 if the schema does not exist.
    public let version: Int64
    /// The version that this release needs.
    public let needed: Int64
    /// The names of the tables that this role may not read and write, and of the sequence that it may not use.
    public let forbidden: [String]
    /// The number of rows in each table that this role may read: exact up to `countedRows`, otherwise estimated by the
    /// server.
    public let rows: [String: Int64]
    /// Up to this number, rows are counted: the server's estimate of a small or new table can be far off.
    package static let countedRows: Int64 = 10_000

    /// Whether this release can work with the schema. A later version is accepted, because a later version only adds to
    /// the version that this release needs.
    public var isReady: Bool { version >= needed && forbidden.isEmpty }
  }

  private static let tables = ["vault", "session", "selection", "record", "key", "lock", "change"]
  private static let sequence = "turn"
  private let database: PostgresDatabase
  private let name: SchemaName

  init(_ name: SchemaName, in database: PostgresDatabase) {
    self.name = name
    self.database = database
  }

  /// Reads the state of the schema. The call changes nothing.
  ///
  /// - Throws: `store_unavailable` if the database does not respond, or another storage code.
  public func state() async throws(AuthError) -> State {
    let there = PostgresStatement(
      """
      SELECT c.relname::text, has_schema_privilege(n.oid, 'USAGE') AND CASE c.relkind
          WHEN 'S' THEN has_sequence_privilege(c.oid, 'USAGE')
          ELSE has_table_privilege(c.oid, 'SELECT') AND has_table_privilege(c.oid, 'INSERT')
            AND has_table_privilege(c.oid, 'UPDATE') AND has_table_privilege(c.oid, 'DELETE') END,
        greatest(c.reltuples, 0)::bigint
      FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE n.nspname = $1 AND c.relkind IN ('r', 'S')
      """, isRepeatable: true)
    let found = try await database.run(there, [.text(name.text)], to: "read the state of the schema").all
    var allowed: [String: Bool] = [:]
    var rows: [String: Int64] = [:]
    for row in found {
      allowed[row.text(0)] = row.bool(1)
      rows[row.text(0)] = row.number(2)
    }
    var version: Int64 = 0
    if allowed["migration"] != nil {
      let applied = name.statement(
        "SELECT coalesce(max(version), 0)::bigint FROM {schema}.migration", isRepeatable: true)
      version = try await database.run(applied, to: "read the version of the schema").first?.number(0) ?? 0
    }
    let forbidden = version == 0 ? [] : (Self.tables + [Self.sequence]).filter { allowed[$0] != true }
    let readable = Self.tables.filter { allowed[$0] == true }
    for (table, count) in try await count(readable) where count <= State.countedRows || count > rows[table] ?? 0 {
      rows[table] = count
    }
    return State(
      version: version, needed: PostgresMigration.latest, forbidden: forbidden,
      rows: rows.filter { Self.tables.contains($0.key) })
  }

  /// Counts the rows of each table, up to one more than `countedRows`.
  private func count(_ tables: [String]) async throws(AuthError) -> [String: Int64] {
    guard !tables.isEmpty else { return [:] }
    let counts = tables.map { table in
      "SELECT '\(table)', count(*) FROM (SELECT 1 FROM {schema}.\(table) LIMIT \(State.countedRows + 1)) AS first"
    }
    let found = try await database.run(
      name.statement(counts.joined(separator: " UNION ALL "), isRepeatable: true), to: "count the rows")
    return Dictionary(found.all.map { ($0.text(0), $0.number(1)) }) { first, _ in first }
  }

  /// Applies the missing steps, each in one transaction. Hosts with the previous release continue to work.
  ///
  /// - Returns: one line for each applied step, with its number and a description.
  /// - Throws: `store_permissions` if the role may not create tables, or another storage code.
  public func migrate() async throws(AuthError) -> [String] {
    try await database.run(
      name.script(
        """
        SELECT pg_advisory_xact_lock(hashtext('latchkey {schema}'));
        CREATE SCHEMA IF NOT EXISTS {schema};
        CREATE TABLE IF NOT EXISTS {schema}.migration (
          version bigint PRIMARY KEY,
          at timestamptz NOT NULL DEFAULT clock_timestamp())
        """), to: "create the schema")
    let known = try await state().version
    var applied: [String] = []
    for step in PostgresMigration.all where step.version > known {
      // If two programs migrate at the same time, the second program violates the primary key, and its step is rolled
      // back.
      let text = "INSERT INTO {schema}.migration (version) VALUES (\(step.version));\n" + step.text
      do throws(PostgresFailure) {
        _ = try await database.answer(name.script(text), within: .seconds(600))
        applied.append("\(step.version): \(step.summary)")
      } catch where error.state == "23505" {
        continue
      } catch {
        throw error.error("apply version \(step.version) of the schema")
      }
    }
    return applied
  }

  /// Returns the SQL statements that grant a role the minimum privileges to use the schema.
  ///
  /// - Parameter role: the name of the role, without quotes.
  public func grants(to role: String) -> String {
    let quoted = "\"" + role.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
    let tables = Self.tables.map { "{schema}.\($0)" }.joined(separator: ", ")
    return name.apply(
      """
      GRANT USAGE ON SCHEMA {schema} TO \(quoted);
      GRANT SELECT, INSERT, UPDATE, DELETE ON \(tables) TO \(quoted);
      GRANT SELECT ON {schema}.migration TO \(quoted);
      GRANT USAGE ON SEQUENCE {schema}.\(Self.sequence) TO \(quoted);
      """)
  }
}
