/// The statements on sessions and selections. Each statement is one transaction. A write of a session or selection adds
/// a row to the table of changes; a write that changes only a claim does not.
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

  /// Returns the text of a write that also adds rows to the table of changes. `body` is a statement that returns the
  /// names of the rows that it wrote.
  private static func writing(_ body: String, with clause: String = "") -> String {
    """
    WITH \(clause.isEmpty ? "" : clause + ",") written AS (\(body)),
    noted AS (INSERT INTO {schema}.change (name) SELECT name FROM written)
    SELECT * FROM written
    """
  }

  init(_ schema: SchemaName) {
    let columns = "name, tenant, record, generation, version"
    load = schema.statement(
      """
      SELECT \(columns), (extract(epoch FROM clock_timestamp()) * 1000)::bigint
      FROM {schema}.session WHERE name = $1
      """, isRepeatable: true)
    list = schema.statement("SELECT \(columns) FROM {schema}.session", isRepeatable: true)
    ofSubject = schema.statement(
      "SELECT \(columns) FROM {schema}.session WHERE subject = $1 AND name <> $2", isRepeatable: true)

    // A save without a generation is a new sign-in with the same id, which ends all claims on the earlier session.
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
            claim_until = NULL, spent_generation = NULL, doubted_generation = NULL, committed_fence = 0,
            rival_fence = NULL, rival_until = NULL
        RETURNING known.name
        """, with: saving.with), isRepeatable: true)
    // A new generation comes from a flow of the user: the result of a claim that was made earlier must not replace it.
    let replacing = LockFence.clause(8)
    replace = schema.statement(
      Self.writing(
        """
        UPDATE {schema}.session
        SET tenant = $2, subject = $3, record = $4, key_id = $5, version = nextval('{schema}.turn'), generation = $6,
          committed_fence = CASE WHEN generation = $6 THEN committed_fence ELSE fence END
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
          CASE WHEN spent_generation = generation
              AND (spent_fence, noted_fence) IS DISTINCT FROM ($5::bigint, $5::bigint)
            THEN (extract(epoch FROM clock_timestamp() - spent_at) * 1000)::bigint END,
          coalesce(doubted_generation = generation, false) OR rival_fence IS NOT NULL)
      SELECT *, true FROM claimed
      UNION ALL
      SELECT \(columns), fence, NULL, false, false FROM {schema}.session
      WHERE name = $1 AND NOT EXISTS (SELECT FROM claimed)
      """, isRepeatable: true)
    // The replay window begins with the first use of a credential. After a refusal, the session may be deleted only
    // when all uses have ended.
    note = schema.statement(
      """
      UPDATE {schema}.session
      SET spent_generation = generation,
        spent_fence = CASE WHEN spent_generation = generation THEN spent_fence ELSE fence END,
        spent_at = CASE WHEN generation IN (spent_generation, doubted_generation) THEN spent_at
          ELSE clock_timestamp() END,
        spent_until = CASE WHEN spent_generation = generation
          THEN greatest(spent_until, CASE WHEN noted_fence <> fence THEN noted_until END) END,
        noted_fence = fence, noted_until = claim_until
      WHERE name = $1 AND holder = $2::text::uuid AND fence = $3 AND generation = $4
        AND claim_until > clock_timestamp()
      RETURNING name
      """, isRepeatable: true)
    // The claim of another holder stays. The note of a later use also stays, because the result of that use may be the
    // valid result.
    let committed = """
      record = $2, key_id = $3, generation = $4, version = nextval('{schema}.turn'), committed_fence = $7,
      holder = CASE WHEN fence <> $7 THEN holder END, claim_until = CASE WHEN fence <> $7 THEN claim_until END,
      rival_fence = CASE WHEN greatest(rival_fence, noted_fence) > $7 THEN greatest(rival_fence, noted_fence) END,
      rival_until = CASE WHEN greatest(rival_fence, noted_fence) > $7 THEN greatest(rival_until, noted_until) END,
      spent_generation = NULL, doubted_generation = NULL
      """
    commit = schema.statement(
      Self.writing(
        """
        UPDATE {schema}.session SET \(committed)
        WHERE name = $1 AND generation = $5 AND version = $6
        RETURNING name
        """), isRepeatable: true)
    // If a vendor returns a new credential for a repeated use, the claim with the higher fence has the valid
    // credential.
    overtake = schema.statement(
      Self.writing(
        """
        UPDATE {schema}.session SET \(committed)
        WHERE name = $1 AND generation = $5 AND version = $6 AND committed_fence < $7
        RETURNING name
        """))
    // A refusal does not end the session while the result of another use may still be stored.
    let others = """
      greatest(
        CASE WHEN spent_generation = generation AND spent_fence <> $4 THEN greatest(spent_until, spent_at) END,
        CASE WHEN spent_generation = generation AND noted_fence <> $4 THEN noted_until END,
        CASE WHEN rival_fence <> $4 THEN rival_until END,
        CASE WHEN fence <> $4 THEN claim_until END) + $5::text::interval
      """
    end = schema.statement(
      """
      WITH written AS (
        DELETE FROM {schema}.session
        WHERE name = $1 AND generation = $2 AND version = $3 AND coalesce(\(others) < clock_timestamp(), true)
        RETURNING name),
      noted AS (INSERT INTO {schema}.change (name) SELECT name FROM written)
      SELECT \(columns), (extract(epoch FROM \(others) - clock_timestamp()) * 1000)::bigint,
        EXISTS (SELECT FROM written)
      FROM {schema}.session WHERE name = $1
      """)
    // A credential whose use had no response is doubtful from then on. No holder has the response, so the credential
    // may be used again.
    release = schema.statement(
      """
      UPDATE {schema}.session
      SET holder = NULL, claim_until = NULL,
        doubted_generation = CASE WHEN $4 = 'unanswered' AND spent_generation = generation THEN generation
          ELSE doubted_generation END,
        spent_generation = CASE WHEN spent_fence = fence AND noted_fence = fence AND $4 <> 'unsettled'
          THEN NULL ELSE spent_generation END
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
