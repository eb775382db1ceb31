/// The keys of one purpose, which change over time. The primary key signs. Retired keys only verify their earlier
/// signatures, until they are removed.
///
/// One record names the primary key, so a change is atomic even if the process is killed. All processes that share the
/// records see the changes in the same order.
public struct KeySet: Sendable {
  /// The keys of a set.
  public struct State: Sendable, Hashable {
    /// The key that signs.
    public let primary: KeyReference
    /// The keys that only verify, the newest first.
    public let retired: [KeyReference]

    /// All keys that a verifier needs.
    public var all: [KeyReference] { [primary] + retired }
  }

  /// A signature and the key that made it.
  public struct Signature: Sendable, Hashable {
    /// The signature, in the form that `KeyAlgorithm` describes.
    public let bytes: [UInt8]
    /// The key that made it.
    public let key: KeyReference
  }

  private let name: String
  private let keys: KeyRing
  private let records: any RecordStore
  private let algorithm: KeyAlgorithm
  private let policy: KeyPolicy

  /// Creates a set with a name.
  ///
  /// - Parameters:
  ///   - name: the set's name, which is also the key of its record.
  ///   - keys: new keys are made in the ring's primary store; earlier keys are looked up in the others.
  ///   - records: the store of the set's record; sets in different stores need different names, too.
  ///   - algorithm: the algorithm of new keys.
  ///   - policy: whether a user has to be present when a new key is used.
  public init(
    _ name: String, keys: KeyRing, records: any RecordStore, algorithm: KeyAlgorithm = .p256,
    policy: KeyPolicy = KeyPolicy()
  ) {
    self.name = name
    self.keys = keys
    self.records = records.namespaced("key-sets")
    self.algorithm = algorithm
    self.policy = policy
  }

  /// Returns the keys of the set; nil before its first key.
  ///
  /// - Throws: a storage code.
  public func state() async throws(AuthError) -> State? {
    guard let record = try await records.read(name) else { return nil }
    return try Self.decode(record.value)
  }

  /// Signs with the primary key. Makes a key if the set is empty.
  ///
  /// - Throws: `key_unavailable` when the key cannot be used, or a storage code.
  public func sign(_ message: [UInt8]) async throws(AuthError) -> Signature {
    var known = try await state()
    if known == nil {
      known = try await change { (found) async throws(AuthError) in
        if let found { return found }
        return State(primary: try await make(), retired: [])
      }
    }
    guard let primary = known?.primary else { throw AuthError(.internalError, "The key set '\(name)' has no key.") }
    return Signature(bytes: try await keys.sign(message, with: primary), key: primary)
  }

  /// Makes a new primary key; the old one is retired.
  ///
  /// - Throws: the key store's error, or a storage code. The set is unchanged, unless the error occurred after the
  ///   change was written, when unused keys are deleted.
  @discardableResult
  public func rotate() async throws(AuthError) -> State {
    try await change { (old) async throws(AuthError) in
      let primary = try await make()
      return State(primary: primary, retired: old?.all ?? [])
    }
  }

  /// Removes a retired key. Call this when no signature of the key has to be verified any more.
  ///
  /// - Throws: `invalid_request` for the primary key, or a storage code.
  @discardableResult
  public func remove(_ key: KeyReference) async throws(AuthError) -> State? {
    guard try await state() != nil else { return nil }
    return try await change { (old) async throws(AuthError) in
      guard let old, old.primary != key else {
        throw AuthError(.invalidRequest, "The primary key cannot be removed. Rotate the set first.")
      }
      return State(primary: old.primary, retired: old.retired.filter { $0 != key })
    }
  }

  /// Changes the record, then deletes the keys that it does not name: retired ones that were removed, and new ones of a
  /// change that was interrupted before it was written.
  private func change(
    _ body: @Sendable (State?) async throws(AuthError) -> State
  ) async throws(AuthError) -> State {
    try await records.withLock(on: name) { () async throws(AuthError) -> State in
      let record = try await records.read(name)
      var old: State?
      if let record { old = try Self.decode(record.value) }
      let new = try await body(old)
      if new != old {
        guard try await records.write(Self.encode(new), for: name, expecting: record?.version) != nil else {
          throw AuthError(
            .storeLocked, "The key set '\(name)' was changed by a process that did not hold its lock. Try again.")
        }
      }
      for store in [keys.primary] + keys.others {
        for key in try await store.keys(in: namespace) where !new.all.contains(key) { try await store.delete(key) }
      }
      return new
    }
  }

  private func make() async throws(AuthError) -> KeyReference {
    try await keys.generate(algorithm, policy: policy, namespace: namespace)
  }

  private var namespace: String { "key-set/" + name }

  private static let version: Int64 = 1

  private static func encode(_ state: State) -> Secret {
    let json: JSONValue = [
      "v": .integer(version), "primary": state.primary.json, "retired": .array(state.retired.map(\.json)),
    ]
    return Secret(json.serialized)
  }

  private static func decode(_ record: Secret) throws(AuthError) -> State {
    let unreadable = AuthError(
      .storeCorrupt,
      "The record of a key set cannot be read. It was not changed. Restore it from a backup, or remove it.")
    let json: JSONValue
    do throws(JSONError) {
      json = try JSONValue(parsing: record.revealBytes())
    } catch {
      throw unreadable
    }
    if let found = json["v"]?.integerValue, found > version {
      throw AuthError(
        .storeVersion, "A key set has version \(found); this build reads up to \(version). Update this program.")
    }
    guard let primary = KeyReference(json: json["primary"]), let listed = json["retired"]?.arrayValue else {
      throw unreadable
    }
    let retired = listed.compactMap { KeyReference(json: $0) }
    guard retired.count == listed.count else {
      throw unreadable
    }
    return State(primary: primary, retired: retired)
  }
}
