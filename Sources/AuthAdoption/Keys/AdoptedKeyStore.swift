public import AuthCore

/// The key store of adopted keys. It makes no keys. It uses keys of another SDK in that SDK's storage, for example in
/// the Secure Enclave, from which no key can be copied.
///
/// A record for each adopted key names its owner. The store removes the other SDK's key with the last of its records,
/// but only after the data that uses the key was confirmed to be stored. Until then, the other SDK's data still refers
/// to the key.
public struct AdoptedKeyStore: KeyStore {
  /// The store's name in references: `adopted`.
  public var id: String { Self.name }
  /// False: the store uses keys, and never reads them.
  public var isExportable: Bool { false }
  /// Empty, because the store makes no keys.
  public var supportedAlgorithms: [KeyAlgorithm] { [] }

  package static let name = "adopted"

  private let storage: any SDKStorage
  private let records: any RecordStore

  /// Creates the store of the keys in `storage`, with its own records in `records`.
  public init(_ storage: any SDKStorage, records: any RecordStore) {
    self.storage = storage
    self.records = records.namespaced("adopted-keys")
  }

  /// Always throws `unsupported`.
  public func generate(
    _ algorithm: KeyAlgorithm, policy: KeyPolicy, namespace: String
  ) async throws(AuthError) -> KeyReference {
    throw AuthError(
      .unsupported, "The store of adopted keys cannot create keys. Choose another store with $.storage.keys.")
  }

  /// Takes a key over for an owner. The same key may have several owners.
  ///
  /// - Parameters:
  ///   - publicKey: the key, a compressed point of 33 bytes.
  ///   - namespace: the owner.
  ///   - name: distinguishes the uses of one key.
  /// - Throws: `key_unavailable` if the other SDK has no such key; or a storage code.
  public func adopt(
    _ publicKey: [UInt8], namespace: String, name: String
  ) async throws(AuthError) -> KeyReference {
    try await locked(publicKey) { () async throws(AuthError) in
      guard try await exists(publicKey) else { throw unavailable }
      let keyID = Hex.encode(publicKey) + "." + name
      // An existing record stays: what uses the key may be confirmed already.
      try await records.write(AdoptedKeyRecord(namespace: namespace).sealed, for: keyID, expecting: nil)
      return reference(keyID, publicKey)
    }
  }

  /// Notes that what uses the key is stored. From then on, `delete` also removes the other SDK's key.
  ///
  /// - Throws: `key_unavailable` if the key was not adopted; or a storage code.
  public func confirm(_ key: KeyReference) async throws(AuthError) {
    guard key.storeID == id else { throw unavailable }
    try await locked(key.publicKey) { () async throws(AuthError) in
      guard try await setConfirmed(key.keyID) else { throw unavailable }
    }
  }

  /// Notes that every use of a key is stored, as `confirm(_:)` does for one use.
  ///
  /// - Returns: whether the key has a use.
  /// - Throws: a storage code.
  public func confirmUses(of publicKey: [UInt8]) async throws(AuthError) -> Bool {
    try await locked(publicKey) { () async throws(AuthError) in
      var isUsed = false
      for keyID in try await uses(of: publicKey) where try await setConfirmed(keyID) { isUsed = true }
      return isUsed
    }
  }

  /// Returns the adopted keys of a namespace.
  ///
  /// - Throws: a storage code.
  public func keys(in namespace: String) async throws(AuthError) -> [KeyReference] {
    var found: [KeyReference] = []
    for keyID in try await records.keys() {
      guard let record = try await record(keyID), record.namespace == namespace,
        let publicKey = Self.publicKey(keyID)
      else { continue }
      found.append(reference(keyID, publicKey))
    }
    return found
  }

  /// Signs `message` with the other SDK's key.
  ///
  /// - Throws: `key_unavailable` if the key was not adopted or no longer exists, `cancelled` if the user declines the
  ///   authentication that the key requires, `store_locked` while the device is locked, or another storage code.
  public func sign(_ message: [UInt8], with key: KeyReference) async throws(AuthError) -> [UInt8] {
    guard key.storeID == id, try await record(key.keyID) != nil else { throw unavailable }
    return try await storage.sign(message, publicKey: key.publicKey)
  }

  /// Checks that the other SDK's key still exists.
  ///
  /// - Throws: `key_unavailable` if it does not; a storage code if the store cannot determine this.
  public func check(_ key: KeyReference) async throws(AuthError) {
    guard key.storeID == id, try await record(key.keyID) != nil, try await exists(key.publicKey) else {
      throw unavailable
    }
  }

  /// Gives up a use of a key, and removes the other SDK's key after its last use.
  ///
  /// - Throws: a storage code.
  public func delete(_ key: KeyReference) async throws(AuthError) {
    guard key.storeID == id else { return }
    try await locked(key.publicKey) { () async throws(AuthError) in
      guard let record = try await record(key.keyID) else { return }
      let others = try await uses(of: key.publicKey).filter { $0 != key.keyID }
      if record.isConfirmed {
        // The key is removed first: after a crash, the record still names it. If an interrupted run has left another
        // record, the key is removed with that one.
        if others.isEmpty { try await storage.removeKey(key.publicKey) }
        for other in others { _ = try await setConfirmed(other) }
      }
      try await records.remove(key.keyID, expecting: nil)
    }
  }

  /// Runs `body` while no other task or process changes the uses of a key.
  private func locked<Result: Sendable>(
    _ publicKey: [UInt8], _ body: @Sendable () async throws(AuthError) -> Result
  ) async throws(AuthError) -> Result {
    try await records.withLock(on: Hex.encode(publicKey), body)
  }

  private func uses(of publicKey: [UInt8]) async throws(AuthError) -> [String] {
    try await records.keys().filter { Self.publicKey($0) == publicKey }
  }

  /// Marks a use as stored; false if there is no such use.
  private func setConfirmed(_ keyID: String) async throws(AuthError) -> Bool {
    guard var record = try await record(keyID) else { return false }
    if !record.isConfirmed {
      record.isConfirmed = true
      try await records.replace(record.sealed, for: keyID)
    }
    return true
  }

  private func record(_ keyID: String) async throws(AuthError) -> AdoptedKeyRecord? {
    guard let stored = try await records.read(keyID) else { return nil }
    return try AdoptedKeyRecord(stored.value)
  }

  private func exists(_ publicKey: [UInt8]) async throws(AuthError) -> Bool {
    try await storage.keys().contains { $0.publicKey == publicKey }
  }

  private func reference(_ keyID: String, _ publicKey: [UInt8]) -> KeyReference {
    KeyReference(storeID: id, keyID: keyID, algorithm: .p256, publicKey: publicKey)
  }

  private static func publicKey(_ keyID: String) -> [UInt8]? {
    keyID.split(separator: ".").first.flatMap { Hex.decode($0) }
  }

  private var unavailable: AuthError {
    AuthError(
      .keyUnavailable,
      "The adopted key no longer exists on this device. Sign in again to create a new key.")
  }
}

extension AdoptedKeyStore {
  /// The store of adopted keys in a client's key ring; nil if the client was created without the plug-in.
  package init?(in keys: KeyRing) {
    guard let store = ([keys.primary] + keys.others).lazy.compactMap({ $0 as? AdoptedKeyStore }).first else {
      return nil
    }
    self = store
  }
}
