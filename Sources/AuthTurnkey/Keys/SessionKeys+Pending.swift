import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Keys that were made for the app. The app opens the session elsewhere, such as at its own backend, and passes the
/// token to a flow.
extension SessionKeys {
  /// A key that waits for its session.
  struct Pending: Sendable {
    let sessionID: SessionID
    let key: KeyReference
    let startedAt: Date
  }

  /// How long, in seconds, a key waits for its session (T13). `recover` deletes it afterwards.
  static let pendingLifetime: Double = 3600
  /// The maximum number of waiting keys; a further key replaces the oldest. The server accepts ten expiring keys per
  /// user (T13).
  static let maximumPending = 10

  /// Makes a key that waits for its session, after deleting the keys of abandoned sign-ins.
  func makePending(_ id: SessionID, now: Date) async throws(AuthError) -> KeyReference {
    try await recover(now: now)
    let waiting = try await pending().sorted { $0.startedAt < $1.startedAt }
    for old in waiting.prefix(max(0, waiting.count - Self.maximumPending + 1)) { try await discard(old.sessionID) }
    let intent = SignInIntent(startedAt: now, openUntil: nil, isPending: true)
    try await records.replace(intent.record, for: Self.recordKey(id))
    return try await make(for: id)
  }

  /// The waiting keys.
  func pending() async throws(AuthError) -> [Pending] {
    var found: [Pending] = []
    for name in try await records.keys() {
      guard let id = Self.sessionID(name), let record = try await records.read(name),
        let intent = SignInIntent(record: record.value), intent.isPending
      else { continue }
      for store in stores {
        for key in try await store.keys(in: namespace(id)) {
          found.append(Pending(sessionID: id, key: key, startedAt: intent.startedAt))
        }
      }
    }
    return found
  }

  /// Deletes the waiting keys, but not the keys of sessions or the other contents of the key store.
  func discardPending() async throws(AuthError) {
    for waiting in try await pending() { try await discard(waiting.sessionID) }
  }
}
