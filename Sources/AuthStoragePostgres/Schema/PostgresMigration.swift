/// A step of the schema's migrations. A step only adds to the schema, so that the previous release still works with the
/// schema of this release.
struct PostgresMigration: Sendable {
  /// The number of the step. The numbers begin at 1 and have no gaps.
  let version: Int64
  /// The list of the step's additions, for the report.
  let summary: String
  /// The SQL text, with `{schema}` in place of the schema's name.
  let text: String

  /// All steps, in order. A step that was released is never changed.
  static let all: [PostgresMigration] = [
    PostgresMigration(
      version: 1, summary: "sessions, selections, records, keys, locks, the vault and the list of changes",
      text: """
        CREATE SEQUENCE {schema}.turn;

        -- Wrapped and sealed keys; one row 'keys', and one for each wrapping.
        CREATE TABLE {schema}.vault (
          name text PRIMARY KEY,
          wrapping text NOT NULL,
          content bytea NOT NULL,
          version bigint NOT NULL);

        -- Names are HMACs; records are sealed. Pages that are not full leave room for the next version of a row.
        CREATE TABLE {schema}.session (
          name bytea PRIMARY KEY,
          tenant bytea NOT NULL,
          subject bytea NOT NULL,
          record bytea NOT NULL,
          key_id bytea NOT NULL,
          version bigint NOT NULL,
          generation bigint NOT NULL,
          fence bigint NOT NULL DEFAULT 0,
          holder uuid,
          claim_until timestamptz,
          -- The first use of a generation's credential. spent_until is the latest end of the leases under which it was
          -- used, except for the lease of its last use (noted_until).
          spent_generation bigint,
          spent_fence bigint,
          spent_at timestamptz,
          spent_until timestamptz,
          -- The last use of that credential.
          noted_fence bigint,
          noted_until timestamptz,
          -- The generation whose credential was used without a response: no host has the result.
          doubted_generation bigint,
          committed_fence bigint NOT NULL DEFAULT 0,
          -- A later use of an earlier generation's credential. The result of that use is not known yet.
          rival_fence bigint,
          rival_until timestamptz) WITH (fillfactor = 70);
        CREATE INDEX session_subject ON {schema}.session (subject);
        CREATE INDEX session_key ON {schema}.session (key_id);

        CREATE TABLE {schema}.selection (
          name bytea PRIMARY KEY,
          record bytea NOT NULL,
          key_id bytea NOT NULL,
          version bigint NOT NULL);

        CREATE TABLE {schema}.record (
          space bytea NOT NULL,
          name bytea NOT NULL,
          record bytea NOT NULL,
          key_id bytea NOT NULL,
          version bigint NOT NULL,
          PRIMARY KEY (space, name)) WITH (fillfactor = 70);
        CREATE INDEX record_key ON {schema}.record (key_id);

        CREATE TABLE {schema}.key (
          name bytea PRIMARY KEY,
          space bytea NOT NULL,
          record bytea NOT NULL,
          key_id bytea NOT NULL,
          version bigint NOT NULL);
        CREATE INDEX key_space ON {schema}.key (space);

        CREATE TABLE {schema}.lock (
          name bytea PRIMARY KEY,
          fence bigint NOT NULL,
          holder uuid,
          held_until timestamptz) WITH (fillfactor = 70);

        -- The changes, for hosts that watch them. A reader finds new rows by their transaction, because the numbers of
        -- a sequence do not become visible in the order in which they are assigned.
        CREATE TABLE {schema}.change (
          id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
          transaction xid8 NOT NULL DEFAULT pg_current_xact_id(),
          name bytea NOT NULL DEFAULT '',
          at timestamptz NOT NULL DEFAULT clock_timestamp());
        CREATE INDEX change_transaction ON {schema}.change (transaction);
        CREATE INDEX change_at ON {schema}.change (at);
        """)
  ]

  /// The latest version.
  static let latest: Int64 = all.last?.version ?? 0
}
