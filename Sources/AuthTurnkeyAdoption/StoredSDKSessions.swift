import AuthAdoption
import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What the vendor's Swift SDK stored about sessions in the preferences. Every value is JSON that a `JSONEncoder`
/// wrote.
struct StoredSDKSessions: Sendable {
  /// The names of the preferences.
  enum Name {
    static let sessions = "com.turnkey.sdk.sessionKeys"
    static let selected = "com.turnkey.sdk.selectedSession"
    static let autoRefresh = "com.turnkey.sdk.autoRefresh"
    static let pendingKeys = "com.turnkey.sdk.pendingList"
  }

  /// The registered sessions whose records can be read, in the order in which the SDK stored them.
  let sessions: [StoredSDKSession]
  /// The name of the selected session; nil if none is selected.
  let selected: String?

  /// Reads the preferences.
  ///
  /// - Throws: a storage code.
  init(_ storage: any SDKStorage) async throws(AuthError) {
    let names = try await Self.names(storage)
    let lifetimes = try await Self.json(Name.autoRefresh, storage)
    var sessions: [StoredSDKSession] = []
    for name in names {
      guard case .data(let record)? = try await storage.preference(name),
        var session = StoredSDKSession(name: name, record: record)
      else { continue }
      // The SDK writes the number as a string, and writes 0 for a token that had expired.
      session.refreshSeconds = lifetimes?[name]?.stringValue.flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
      sessions.append(session)
    }
    self.sessions = sessions
    selected = try await Self.json(Name.selected, storage)?.stringValue
  }

  /// Removes the keys without a session that have expired, and the lists that are not needed any more.
  ///
  /// - Parameter stored: the sessions as they were read. A key of one of them has a session, even if the SDK was killed
  ///   before it had removed the key from its list.
  /// - Throws: a storage code.
  static func removeLists(
    from storage: any SDKStorage, keeping stored: StoredSDKSessions, _ services: ProviderServices
  ) async throws(AuthError) {
    let marks = AdoptionMarks(services.records)
    let now = services.clock.now().timeIntervalSince1970
    var isWaiting = false
    for pending in try await json(Name.pendingKeys, storage)?.objectValue?.members ?? [] {
      guard let publicKey = Hex.decode(pending.name), publicKey.count == 33 else { continue }
      guard !stored.sessions.contains(where: { $0.publicKey == publicKey }),
        try await marks.mark(of: StoredSDKSession.markName(publicKey)) == nil
      else { continue }
      guard (pending.value.numberValue ?? 0) < now else {
        isWaiting = true
        continue
      }
      for item in try await SDKSessionKey.passwords(of: publicKey, in: storage) { try await storage.remove(item) }
      try await storage.removeKey(publicKey)
    }
    if !isWaiting { try await storage.removePreference(Name.pendingKeys) }
    for name in try await names(storage) {
      if try await storage.preference(name) != nil { return }
    }
    for list in [Name.sessions, Name.selected, Name.autoRefresh] { try await storage.removePreference(list) }
  }

  private static func names(_ storage: any SDKStorage) async throws(AuthError) -> [String] {
    try await json(Name.sessions, storage)?.arrayValue?.compactMap(\.stringValue) ?? []
  }

  private static func json(_ name: String, _ storage: any SDKStorage) async throws(AuthError) -> JSONValue? {
    guard case .data(let bytes)? = try await storage.preference(name) else { return nil }
    do throws(JSONError) { return try JSONValue(parsing: bytes) } catch { return nil }
  }
}
