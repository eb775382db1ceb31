/// The keys of one purpose, which change over time. The primary key signs. A retired key no longer signs, but its
/// earlier signatures can still be verified, until the key is removed.
///
/// One record lists all keys of the set, so a change is atomic even if the process is killed. All processes that share
/// the records see the changes in the same order.
public struct KeySet: Sendable {
  /// The keys of a set.
  public struct State: Sendable, Hashable {
    /// The key that signs.
    public let primary: KeyReference
    /// The keys that no longer sign, but whose earlier signatures are still verified; the newest key is first.
    public let retired: [KeyReference]

    /// All keys that a verifier needs.
    public var all: [KeyReference] { [primary] + retired }
  }

  /// A signature and the key that made it.
  public struct Signature: Sendable, Hashable {
    /// The signature, in the format that `KeyAlgorithm` describes.
    public let bytes: [UInt8]
    /// The key that made the signature.
    public let key: KeyReference
  }

  private let name: String
  private let keys: KeyRing
  private let records: any RecordStore
  private let algorithm: KeyAlgorithm
  private let policy: KeyPolicy

  /// Creates a set with the given name.
  ///
  /// - Parameters:
  ///   - name: the set's name, which is also the key of its record.
  ///   - keys: the key stores. New keys are made in the primary store. An earlier key is used in the store that made
  ///     it.
  ///   - records: the store of the set's record. Two sets must not have the same name even if their records are in
  ///     different stores: the name is the namespace of the keys, and a set deletes all keys in its namespace that its
  ///     record does not list.
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
  /// - Throws: a storage code: `store_corrupt` and `store_version` if the record cannot be decoded.
  public func state() async throws(AuthError) -> State? {
    guard let record = try await records.read(name) else { return nil }
    return try Self.decode(record.value)
  }

  /// Signs with the primary key. If the set is empty, makes a key first.
  ///
  /// - Throws: `key_unavailable` if the key cannot be used; `unsupported` if the primary store cannot make a key with
  ///   the algorithm or the policy of the set; `store_locked` if the set is being changed; or another error of the
  ///   stores.
  public func sign(_ message: [UInt8]) async throws(AuthError) -> Signature {
    var known = try await state()
    if known == nil {
      known = try await change { (found) async throws(AuthError) in
        if let found { return found }
        return State(primary: try await make(), retired: [])
      }
    }
    guard let primary = known?.primary else {
      throw AuthError(.internalError, "The key set '\(name)' has no key. Report this to Latchkey's maintainers.")
    }
    return Signature(bytes: try await keys.sign(message, with: primary), key: primary)
  }

  /// Makes a new primary key, and retires the earlier one.
  ///
  /// - Throws: `unsupported` if the primary store does not support the algorithm or the policy of the set,
  ///   `store_locked` if another caller is changing the set, or another error of the stores. If the error occurred
  ///   while unused keys were being deleted, the set has changed; otherwise it is unchanged.
  @discardableResult
  public func rotate() async throws(AuthError) -> State {
    try await change { (old) async throws(AuthError) in
      let primary = try await make()
      return State(primary: primary, retired: old?.all ?? [])
    }
  }

  /// Removes a retired key from the set, and deletes it. Call this when no signature of the key has to be verified any
  /// more. Does nothing if the set does not contain the key.
  ///
  /// - Returns: the keys of the set; nil if the set is empty.
  /// - Throws: `invalid_request` for the primary key, `store_locked` if another caller is changing the set, or another
  ///   error of the stores.
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

  /// Changes the record, then deletes the keys that the record does not list: retired keys that were removed, and new
  /// keys of a change that was interrupted before the record was written.
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
            .storeLocked, "The key set '\(name)' was changed by a process that did not hold the set's lock. Try again.")
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
    return json.serializedSecret
  }

  private static func decode(_ record: Secret) throws(AuthError) -> State {
    let unreadable = AuthError(
      .storeCorrupt,
      "The record of a key set cannot be read. It was not changed. Restore it from a backup, or remove it.")
    let json: JSONValue
    do throws(JSONError) {
      json = try JSONValue(parsing: record)
    } catch {
      throw unreadable
    }
    if let found = json["v"]?.integerValue, found > version {
      throw AuthError(
        .storeVersion,
        "A key set has version \(found); this build reads versions up to \(version). Update this "
          + "program.")
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
