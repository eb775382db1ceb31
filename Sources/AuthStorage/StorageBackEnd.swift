public import AuthCore

/// The parts that a storage plug-in provides.
public struct StorageBackEnd: Sendable {
  /// Makes its key store, which may keep data in the records; nil if it has no key store.
  public let makeKeyStore: (@Sendable (any RecordStore) -> any KeyStore)?
  /// Wraps a storage directory's keys; nil where it cannot.
  public let wrapping: (any KeyWrapping)?
  /// Its session stores, by their names in `storage.sessions`; empty if it has no session store.
  public let sessionStores: [String: any SessionStore]
  /// Makes the stores that several hosts share; nil if it has none. They are sealed with keys of their own, which the
  /// host's wrappings protect: the argument gives a wrapping by its kind, and throws for a kind that is not linked.
  public let makeShared: (@Sendable (MakeWrapping) throws(AuthError) -> SharedStores)?

  /// Gives a wrapping by its kind.
  public typealias MakeWrapping = (_ kind: String, _ key: String) throws(AuthError) -> any KeyWrapping

  /// Whether it has stores that several hosts share.
  public var hasSharedStores: Bool { if case .some = makeShared { true } else { false } }

  /// A back-end.
  public init(
    makeKeyStore: (@Sendable (any RecordStore) -> any KeyStore)? = nil, wrapping: (any KeyWrapping)? = nil,
    sessionStores: [String: any SessionStore] = [:],
    makeShared: (@Sendable (MakeWrapping) throws(AuthError) -> SharedStores)? = nil
  ) {
    self.makeKeyStore = makeKeyStore
    self.wrapping = wrapping
    self.sessionStores = sessionStores
    self.makeShared = makeShared
  }
}
