public import AuthCore

/// The stores of one storage back-end, shared by several hosts.
public struct SharedStores: Sendable {
  /// The session store.
  public let sessions: any SessionStore
  /// The store of the providers' records.
  public let records: any RecordStore
  /// The store of software keys.
  public let keys: any KeyStore

  /// Creates the stores of one back-end.
  public init(sessions: any SessionStore, records: any RecordStore, keys: any KeyStore) {
    self.sessions = sessions
    self.records = records
    self.keys = keys
  }
}
