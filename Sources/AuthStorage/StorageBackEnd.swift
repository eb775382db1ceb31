public import AuthCore

/// The parts that a storage plug-in provides.
public struct StorageBackEnd: Sendable {
  /// Makes its key store, which may keep data in the records; nil if it has no key store.
  public let makeKeyStore: (@Sendable (any RecordStore) -> any KeyStore)?
  /// Wraps a storage directory's keys; nil where it cannot.
  public let wrapping: (any KeyWrapping)?
  /// Its session stores, by their names in `storage.sessions`; empty if it has no session store.
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
