import AuthCore
import AuthStorage

/// The name that identifies this process as the holder of claims and locks in the database.
struct HostIdentity: Sendable, Hashable {
  /// A UUID in its text form.
  let text: String

  init(_ random: any RandomSource) { text = random.uuid() }
}

/// The values that all stores of one schema share.
struct PostgresPlace: Sendable {
  let database: PostgresDatabase
  let schema: SchemaName
  let vault: PostgresVault
  let changes: PostgresChanges
  let system: StorageSystem
  let host: HostIdentity
  let clock: DatabaseClock
  /// Called with a session that this process has stored again, because the database returned an earlier version of the
  /// session.
  let rolledBack: @Sendable (Session) -> Void

  /// Makes the seal of a table.
  func seal(_ table: String) -> PostgresSeal {
    PostgresSeal(table, schema: schema, vault: vault, random: system.random)
  }
}
