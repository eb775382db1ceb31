import AuthCore
public import AuthStorage

extension StoragePlugin {
  /// The plug-in for sessions, records and software keys in PostgreSQL, which several hosts can share.
  ///
  /// The block `storage.sessions.postgres` has these keys:
  /// * `url`: a reference to a libpq connection string, such as `{"env": "DATABASE_URL"}`;
  /// * `notifyURL`: a reference to a connection string for the server itself, not for a pooler, to receive
  ///   notifications of changes;
  /// * `schema`: the schema of the tables (`latchkey` by default);
  /// * `connections`: the maximum number of connections of this process (8 by default);
  /// * `statementSeconds`: how long a statement may take, including the wait for a connection (10 by default);
  /// * `prepares`: whether statements are prepared (true by default). Behind a pooler that does not keep prepared
  ///   statements, preparing stops automatically;
  /// * `wrappingKey`: the kind that protects the data keys on this host: `key-file` (the default), `command` or a kind
  ///   of a linked plug-in (`tpm`, `secret-service`);
  /// * `formerWrappingKeys`: the kinds that protected the data keys before;
  /// * `keyFile`: the key file of the kind `key-file`, the same on every host; by default `postgres.key` in
  ///   `storage.directory`.
  public static var postgres: StoragePlugin {
    StoragePlugin(id: "postgres") { (reader, system) throws(AuthError) in
      let settings = try PostgresSettings(&reader, directory: system.directory)
      guard settings.isWanted else { return StorageBackEnd() }
      return StorageBackEnd(makeShared: { (makeWrapping) throws(AuthError) in
        let place = try settings.place(system, makeWrapping)
        return SharedStores(
          sessions: PostgresSessionStore(place), records: PostgresRecordStore(place), keys: PostgresKeyStore(place))
      })
    }
  }
}
