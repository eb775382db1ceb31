import AuthCore
public import AuthStorage

extension StoragePlugin {
  /// Sessions, records and software keys in PostgreSQL, for several hosts.
  ///
  /// Its block `storage.sessions.postgres` has
  /// * `url`: a reference to a connection string of libpq, `{"env": "DATABASE_URL"}`;
  /// * `notifyURL`: the same to the server itself, not to a pooler, to hear of changes at once;
  /// * `schema`: where its tables are (`latchkey` by default);
  /// * `connections`: the most connections of this process (8 by default);
  /// * `statementSeconds`: how long a statement may take, with waiting for a connection (10 by default);
  /// * `prepares`: whether statements are prepared (true by default; a pooler that does not keep them is noticed);
  /// * `wrappingKey`: what protects the keys of the data on this host: `key-file` (the default), `command` or a kind of a
  ///   linked plug-in (`tpm`, `secret-service`), and `formerWrappingKeys`;
  /// * `keyFile`: the file of `key-file`, the same on every host; by default `postgres.key` in `storage.directory`.
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
