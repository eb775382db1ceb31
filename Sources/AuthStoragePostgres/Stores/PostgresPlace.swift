import AuthCore
import AuthStorage

/// The name of this process in the database's claims and locks.
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
  /// Called when the database returned an earlier version of a session than this process has stored.
  let rolledBack: @Sendable (Session) -> Void

  func seal(_ table: String) -> PostgresSeal {
    PostgresSeal(table, schema: schema, vault: vault, random: system.random)
  }
}
