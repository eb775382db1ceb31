public import AuthCore

/// The parts that a storage plug-in provides.
public struct StorageBackEnd: Sendable {
  /// Makes the plug-in's key store, which may keep data in the given record store; nil if the plug-in has no key store.
  public let makeKeyStore: (@Sendable (any RecordStore) -> any KeyStore)?
  /// Wraps the keys of a storage directory; nil if the plug-in cannot wrap keys.
  public let wrapping: (any KeyWrapping)?
  /// The plug-in's session stores by their names in `storage.sessions`; empty if it has no session store.
  public let sessionStores: [String: any SessionStore]
  /// Makes the stores that several hosts share; nil if the plug-in has no such stores.
  ///
  /// The stores seal their records with their own keys, not with those of a storage directory. Each host protects these
  /// keys with its wrapping. The argument is a function that returns the wrapping with a given name.
  public let makeShared: (@Sendable (MakeWrapping) throws(AuthError) -> SharedStores)?

  /// Returns the wrapping whose name, such as `tpm`, is `kind`. `key` is the path of the setting that names the kind,
  /// for error messages.
  ///
  /// - Throws: `invalid_configuration` for a kind that is not linked, or the error of making the wrapping.
  public typealias MakeWrapping = (_ kind: String, _ key: String) throws(AuthError) -> any KeyWrapping

  /// Whether the plug-in has stores that several hosts share.
  public var hasSharedStores: Bool { if case .some = makeShared { true } else { false } }

  /// Creates a back-end from its parts.
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
