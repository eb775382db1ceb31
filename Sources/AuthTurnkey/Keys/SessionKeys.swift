import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The session keys of one provider instance, so that none is lost and none is left behind wherever a process ends.
///
/// Every session has a namespace of its own in the key store. A sign-in writes a record before its first key is made
/// and removes it when the session is stored; a record that outlived its flow says which namespace to clear. For a
/// session that is stored, whatever is in its namespace beside its key is a renewal that never ended.
struct SessionKeys: Sendable {
  let providerID: ProviderID
  let keys: KeyRing
  let records: any RecordStore

  /// DESIGN T70: a flow that has made its key needs seconds to end, minutes when the network fails in between; after a
  /// quarter of an hour no flow comes back for it, in this process or another.
  static let abandonedAfter: Double = 900

  /// Makes the key of a session that does not exist yet.
  func begin(_ id: SessionID, now: Date) async throws(AuthError) -> KeyReference {
    try await records.replace(SignInIntent(startedAt: now, openUntil: nil).record, for: Self.recordKey(id))
    return try await make(for: id)
  }

  /// Makes a key in a session's namespace.
  func make(for id: SessionID) async throws(AuthError) -> KeyReference {
    try await keys.generate(.p256, namespace: namespace(id))
  }

  /// Notes that the server has opened the session: until `expiry` its key may be the key of a stored session.
  func opened(_ id: SessionID, until expiry: Date, now: Date) async throws(AuthError) {
    try await records.replace(SignInIntent(startedAt: now, openUntil: expiry).record, for: Self.recordKey(id))
  }

  /// Notes that the session is stored.
  func settled(_ id: SessionID) async throws(AuthError) {
    try await records.remove(Self.recordKey(id), expecting: nil)
  }

  /// Forgets every key of a session that does not exist, or no longer.
  func discard(_ id: SessionID) async throws(AuthError) {
    try await clear(id, keeping: [])
    try await settled(id)
  }

  /// Forgets what is in a session's namespace beside `kept`.
  func clear(_ id: SessionID, keeping kept: [KeyReference]) async throws(AuthError) {
    for store in stores {
      for key in try await store.keys(in: namespace(id)) where !kept.contains(key) {
        try await store.delete(key)
      }
    }
  }

  /// Whether a key is there, in its session's namespace.
  func holds(_ key: KeyReference, of id: SessionID) async throws(AuthError) -> Bool {
    guard let store = stores.first(where: { $0.id == key.storeID }) else { return false }
    return try await store.keys(in: namespace(id)).contains(key)
  }

  /// Undoes sign-ins that never ended.
  func recover(now: Date) async throws(AuthError) {
    for name in try await records.keys() {
      guard let id = Self.sessionID(name), let record = try await records.read(name) else { continue }
      // A record that does not parse is another version's, and is left to that version.
      guard let intent = SignInIntent(record: record.value), intent.isAbandoned(at: now) else { continue }
      try await clear(id, keeping: [])
      try await records.remove(name, expecting: record.version)
    }
  }

  var stores: [any KeyStore] { [keys.primary] + keys.others }

  func namespace(_ id: SessionID) -> String { "turnkey/\(providerID)/\(id)" }

  private static let prefix = "signin/"
  static func recordKey(_ id: SessionID) -> String { prefix + id.rawValue }
  static func sessionID(_ recordKey: String) -> SessionID? {
    recordKey.hasPrefix(prefix) ? SessionID(String(recordKey.dropFirst(prefix.count))) : nil
  }
}
