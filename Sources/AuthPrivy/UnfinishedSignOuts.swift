import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The sessions that have ended on this device, but possibly not at the vendor. A session is recorded before its
/// sign-out is sent, and removed afterwards. A sign-out that is still recorded is repeated once when the vendor is next
/// reached.
struct UnfinishedSignOuts: Sendable {
  private static let prefix = "sign-out-"
  /// DESIGN P12: the maximum number of records. Older records are dropped, and their sessions expire.
  private static let limit = 8

  let records: any RecordStore
  let clock: any AuthClock

  /// Records a session that is about to be ended at the vendor.
  func note(_ session: Session) async throws(AuthError) {
    let keys = try await keys()
    if keys.count >= Self.limit { for key in keys.prefix(keys.count - Self.limit + 1) { try await drop(key) } }
    var note: JSONObject = ["session": .string(session.id.rawValue), "subject": .string(session.subject)]
    note["access"] = session.tokens.access.map { .string($0.revealText()) }
    note["cookie"] = session.tokens.other[RefreshCredential.cookieToken].map { .string($0.revealText()) }
    note["refresh"] = session.tokens.refresh.map { .string($0.revealText()) }
    try await records.replace(JSONValue.object(note).serializedSecret, for: key(session))
  }

  /// Removes a session's record.
  func crossOut(_ session: Session) async throws(AuthError) {
    for key in try await keys() where key.hasSuffix(Self.suffix(session)) { try await drop(key) }
  }

  /// Removes every record and returns the sessions. The caller repeats each sign-out once.
  func take(providerID: ProviderID, tenant: String) async throws(AuthError) -> [Session] {
    var sessions: [Session] = []
    for key in try await keys() {
      guard let record = try await records.read(key), try await records.remove(key, expecting: record.version) else {
        continue
      }
      // A value that cannot be parsed is not the record of a sign-out. It has been removed and is ignored.
      guard let note = try? JSONValue(parsing: record.value), let id = note["session"]?.stringValue,
        let subject = note["subject"]?.stringValue
      else { continue }
      var session = Session(
        id: SessionID(id), providerID: providerID, tenant: tenant, subject: subject, createdAt: clock.now())
      session.tokens = SessionTokens(
        access: note["access"]?.stringValue.map { Secret($0) }, refresh: note["refresh"]?.stringValue.map { Secret($0) }
      )
      session.tokens.other[RefreshCredential.cookieToken] = note["cookie"]?.stringValue.map { Secret($0) }
      sessions.append(session)
    }
    return sessions
  }

  /// The records' keys, the oldest first. Each contains the time of its record.
  private func keys() async throws(AuthError) -> [String] {
    try await records.keys().filter { $0.hasPrefix(Self.prefix) }.sorted()
  }

  private func key(_ session: Session) -> String {
    let time = String(Int64(clock.now().timeIntervalSince1970 * 1000))
    return Self.prefix + String(repeating: "0", count: max(0, 15 - time.utf8.count)) + time + Self.suffix(session)
  }

  private static func suffix(_ session: Session) -> String { "-" + session.id.rawValue }

  private func drop(_ key: String) async throws(AuthError) { try await records.remove(key, expecting: nil) }
}
