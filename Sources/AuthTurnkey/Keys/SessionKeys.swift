package import AuthCore

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// The session keys of one provider instance. If a process is killed, no session loses its key, and a record names the
/// keys to delete.
///
/// Each session has its own namespace in the key store. A sign-in writes a record before it makes its first key, and
/// removes the record when the session is stored. If a record remains after its flow has ended, it names the namespace
/// to clear. In the namespace of a stored session, any key other than the session's key belongs to an unfinished
/// renewal.
package struct SessionKeys: Sendable {
  let providerID: ProviderID
  let keys: KeyRing
  let records: any RecordStore

  /// DESIGN T70: a flow that has made its key needs seconds to finish, or minutes if the network fails. After this many
  /// seconds, a quarter of an hour, it is assumed that no process continues the flow.
  static let abandonedAfter: Double = 900

  /// Makes the key of a session that does not exist yet.
  package func begin(_ id: SessionID, now: Date) async throws(AuthError) -> KeyReference {
    try await recordStart(id, now: now)
    return try await make(for: id)
  }

  /// Records that a session begins whose key is not made yet.
  package func recordStart(_ id: SessionID, now: Date) async throws(AuthError) {
    try await records.replace(SignInIntent(startedAt: now, openUntil: nil).record, for: Self.recordKey(id))
  }

  /// Makes a key in a session's namespace.
  func make(for id: SessionID) async throws(AuthError) -> KeyReference {
    try await keys.generate(.p256, namespace: namespace(id))
  }

  /// Records that the server has opened the session. Until `expiry`, its key may be the key of a stored session.
  func opened(_ id: SessionID, until expiry: Date, now: Date) async throws(AuthError) {
    try await records.replace(SignInIntent(startedAt: now, openUntil: expiry).record, for: Self.recordKey(id))
  }

  /// Removes the record of the sign-in, because the session is stored.
  func settled(_ id: SessionID) async throws(AuthError) {
    try await records.remove(Self.recordKey(id), expecting: nil)
  }

  /// Deletes the record and every key of a session that was never stored or has ended.
  func discard(_ id: SessionID) async throws(AuthError) {
    try await clear(id, keeping: [])
    try await settled(id)
  }

  /// Deletes everything in a session's namespace except `kept`.
  func clear(_ id: SessionID, keeping kept: [KeyReference]) async throws(AuthError) {
    for store in stores {
      for key in try await store.keys(in: namespace(id)) where !kept.contains(key) {
        try await store.delete(key)
      }
    }
  }

  /// Whether a key exists in its session's namespace.
  func holds(_ key: KeyReference, of id: SessionID) async throws(AuthError) -> Bool {
    guard let store = stores.first(where: { $0.id == key.storeID }) else { return false }
    return try await store.keys(in: namespace(id)).contains(key)
  }

  /// Deletes the keys and records of abandoned sign-ins. Called before a code is sent, and before a key is made for the
  /// app.
  func recover(now: Date) async throws(AuthError) {
    for name in try await records.keys() {
      guard let id = Self.sessionID(name), let record = try await records.read(name) else { continue }
      // A record that does not parse was written by another version of this package, and is left to that version.
      guard let intent = SignInIntent(record: record.value), intent.isAbandoned(at: now) else { continue }
      try await clear(id, keeping: [])
      try await records.remove(name, expecting: record.version)
    }
  }

  var stores: [any KeyStore] { [keys.primary] + keys.others }

  package func namespace(_ id: SessionID) -> String { "turnkey/\(providerID)/\(id)" }

  private static let prefix = "signin/"
  static func recordKey(_ id: SessionID) -> String { prefix + id.rawValue }
  static func sessionID(_ recordKey: String) -> SessionID? {
    recordKey.hasPrefix(prefix) ? SessionID(String(recordKey.dropFirst(prefix.count))) : nil
  }
}
