public import AuthCore

/// The stores of one back-end that several hosts share.
public struct SharedStores: Sendable {
  /// Sessions.
  public let sessions: any SessionStore
  /// Providers' records.
  public let records: any RecordStore
  /// Software keys.
  public let keys: any KeyStore

  /// The stores of one back-end.
  public init(sessions: any SessionStore, records: any RecordStore, keys: any KeyStore) {
    self.sessions = sessions
    self.records = records
    self.keys = keys
  }
}
