/// The statements on sessions and selections. Each is one transaction; each write adds a row to the list of changes.
struct SessionStatements: Sendable {
  let load: PostgresStatement
  let list: PostgresStatement
  let ofSubject: PostgresStatement
  let save: PostgresStatement
  let replace: PostgresStatement
  let delete: PostgresStatement
  let deleteVersion: PostgresStatement
  let claim: PostgresStatement
  let note: PostgresStatement
  let commit: PostgresStatement
  let overtake: PostgresStatement
  let end: PostgresStatement
  let release: PostgresStatement
  let selection: PostgresStatement
  let select: PostgresStatement
  let deselect: PostgresStatement

  /// A write that adds the row's change. `body` returns the names that it wrote.
  private static func writing(_ body: String, with clause: String = "") -> String {
    """
    WITH \(clause.isEmpty ? "" : clause + ",") written AS (\(body)),
    noted AS (INSERT INTO {schema}.change (name) SELECT name FROM written)
    SELECT * FROM written
    """
  }

  init(_ schema: SchemaName) {
    let columns = "name, tenant, record, generation, version"
    load = schema.statement("SELECT \(columns) FROM {schema}.session WHERE name = $1", isRepeatable: true)
    list = schema.statement("SELECT \(columns) FROM {schema}.session", isRepeatable: true)
    ofSubject = schema.statement(
      "SELECT \(columns) FROM {schema}.session WHERE subject = $1 AND name <> $2", isRepeatable: true)

    // Another sign-in under the same identity: no claim of the earlier one counts any more.
    let saving = LockFence.clause(7)
    save = schema.statement(
      Self.writing(
        """
        INSERT INTO {schema}.session AS known (name, tenant, subject, record, key_id, version, generation)
        SELECT $1::bytea, $2::bytea, $3::bytea, $4::bytea, $5::bytea, nextval('{schema}.turn'), $6::bigint
        WHERE \(saving.condition)
        ON CONFLICT (name) DO UPDATE
          SET tenant = excluded.tenant, subject = excluded.subject, record = excluded.record, key_id = excluded.key_id,
            version = excluded.version, generation = excluded.generation, fence = known.fence + 1, holder = NULL,
            claim_until = NULL, spent_generation = NULL, spent_by = NULL, spent_at = NULL, spent_until = NULL
        RETURNING known.name
        """, with: saving.with), isRepeatable: true)
    let replacing = LockFence.clause(8)
    replace = schema.statement(
      Self.writing(
        """
        UPDATE {schema}.session
        SET tenant = $2, subject = $3, record = $4, key_id = $5, version = nextval('{schema}.turn'), generation = $6
        WHERE name = $1 AND generation = $7 AND \(replacing.condition)
        RETURNING name
        """, with: replacing.with))
    let deleting = LockFence.clause(2)
    delete = schema.statement(
      Self.writing(
        "DELETE FROM {schema}.session WHERE name = $1 AND \(deleting.condition) RETURNING name", with: deleting.with),
      isRepeatable: true)
    deleteVersion = schema.statement(
      Self.writing("DELETE FROM {schema}.session WHERE name = $1 AND version = $2 RETURNING name"))

    claim = schema.statement(
      """
      WITH claimed AS (
        UPDATE {schema}.session
        SET fence = fence + 1, holder = $2::text::uuid, claim_until = clock_timestamp() + $3::text::interval
        WHERE name = $1 AND ($4::bigint IS NULL OR generation = $4::bigint)
          AND (claim_until IS NULL OR claim_until < clock_timestamp() OR holder = $2::text::uuid)
        RETURNING \(columns), fence,
          CASE WHEN spent_generation = generation AND spent_by <> $2::text::uuid
            THEN (extract(epoch FROM clock_timestamp() - spent_at) * 1000)::bigint END)
      SELECT *, true FROM claimed
      UNION ALL
      SELECT \(columns), fence, NULL, false FROM {schema}.session
      WHERE name = $1 AND NOT EXISTS (SELECT FROM claimed)
      """, isRepeatable: true)
    // The first use of a credential is what counts for a replay: a later one leaves the note as it is.
    note = schema.statement(
      """
      UPDATE {schema}.session
      SET spent_generation = generation,
        spent_by = CASE WHEN spent_generation = generation THEN spent_by ELSE $2::text::uuid END,
        spent_at = CASE WHEN spent_generation = generation THEN spent_at ELSE clock_timestamp() END,
        spent_until = CASE WHEN spent_generation = generation THEN spent_until ELSE claim_until END
      WHERE name = $1 AND holder = $2::text::uuid AND fence = $3 AND claim_until > clock_timestamp()
      RETURNING name
      """, isRepeatable: true)
    let committed = """
      holder = NULL, claim_until = NULL, spent_generation = NULL, spent_by = NULL, spent_at = NULL, spent_until = NULL,
      committed_fence = $7, version = nextval('{schema}.turn'), record = $2, key_id = $3, generation = $4
      """
    commit = schema.statement(
      Self.writing(
        """
        UPDATE {schema}.session SET \(committed)
        WHERE name = $1 AND generation = $5 AND version = $6
        RETURNING name
        """), isRepeatable: true)
    // Where a repeated use gives a further credential, the claim with the higher fence has the valid one.
    overtake = schema.statement(
      Self.writing(
        """
        UPDATE {schema}.session SET \(committed)
        WHERE name = $1 AND generation = $5 AND version = $6 AND committed_fence < $7
        RETURNING name
        """))
    // Beside another holder that may still store a renewed session, a refusal ends nothing.
    end = schema.statement(
      """
      WITH written AS (
        DELETE FROM {schema}.session
        WHERE name = $1 AND generation = $2 AND version = $3
          AND (fence = $4 OR claim_until IS NULL OR claim_until < clock_timestamp())
          AND (spent_generation IS DISTINCT FROM generation OR spent_by = $5::text::uuid
            OR spent_until + $6::text::interval < clock_timestamp())
        RETURNING name),
      noted AS (INSERT INTO {schema}.change (name) SELECT name FROM written)
      SELECT \(columns), 0::bigint, true FROM {schema}.session WHERE EXISTS (SELECT FROM written) AND name = $1
      UNION ALL
      SELECT \(columns),
        (extract(epoch FROM greatest(spent_until + $6::text::interval, claim_until) - clock_timestamp()) * 1000)::bigint,
        false
      FROM {schema}.session WHERE NOT EXISTS (SELECT FROM written) AND name = $1
      """)
    release = schema.statement(
      """
      UPDATE {schema}.session
      SET holder = NULL, claim_until = NULL,
        spent_generation = CASE WHEN spent_by = $2::text::uuid AND $4 = 1 THEN NULL ELSE spent_generation END
      WHERE name = $1 AND holder = $2::text::uuid AND fence = $3
      """, isRepeatable: true)

    selection = schema.statement(
      "SELECT record, version FROM {schema}.selection WHERE name = $1", isRepeatable: true)
    let selecting = LockFence.clause(4)
    select = schema.statement(
      Self.writing(
        """
        INSERT INTO {schema}.selection AS known (name, record, key_id, version)
        SELECT $1::bytea, $2::bytea, $3::bytea, nextval('{schema}.turn') WHERE \(selecting.condition)
        ON CONFLICT (name) DO UPDATE
          SET record = excluded.record, key_id = excluded.key_id, version = excluded.version
        RETURNING known.name
        """, with: selecting.with), isRepeatable: true)
    let deselecting = LockFence.clause(3)
    deselect = schema.statement(
      Self.writing(
        """
        DELETE FROM {schema}.selection
        WHERE name = $1 AND ($2::bigint IS NULL OR version = $2::bigint) AND \(deselecting.condition)
        RETURNING name
        """, with: deselecting.with), isRepeatable: true)
  }
}
