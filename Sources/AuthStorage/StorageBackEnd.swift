public import AuthCore

/// What a storage plug-in brings.
public struct StorageBackEnd: Sendable {
  /// Makes its key store, which may keep what it has to in the records; nil where it has none.
  public let makeKeyStore: (@Sendable (any RecordStore) -> any KeyStore)?
  /// Wraps a storage directory's keys; nil where it cannot.
  public let wrapping: (any KeyWrapping)?
  /// Keeps sessions, by what `storage.sessions` calls them; empty where it does not.
  public let sessionStores: [String: any SessionStore]

  /// A back-end.
  public init(
    makeKeyStore: (@Sendable (any RecordStore) -> any KeyStore)? = nil, wrapping: (any KeyWrapping)? = nil,
    sessionStores: [String: any SessionStore] = [:]
  ) {
    self.makeKeyStore = makeKeyStore
    self.wrapping = wrapping
    self.sessionStores = sessionStores
  }
}
