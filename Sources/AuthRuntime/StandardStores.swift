import AuthCore
import AuthStorage

/// The stores that a configuration's `storage` block asks for.
struct StandardStores {
  let sessions: any SessionStore
  let keys: KeyRing
  let records: any RecordStore

  /// - Throws: `invalid_configuration` naming the key and the kinds that are known here.
  init(
    _ configuration: AuthConfiguration, clock: any AuthClock, random: any RandomSource
  ) throws(AuthError) {
    let storage = configuration.storage
    let files = try FileStorage.standard(for: configuration, clock: clock, random: random)
    switch (storage.sessions, files) {
    case ("memory", _):
      sessions = MemorySessionStore(clock: clock)
      records = MemoryRecordStore(clock: clock)
    case ("file", let files?):
      sessions = FileSessionStore(files)
      records = FileRecordStore(files)
    default: throw Self.unknown("sessions", storage.sessions, ["file", "memory"])
    }
    // Keys outlive the process exactly when the sessions that are bound to them do.
    switch (storage.keys, files) {
    case ("memory", _): keys = KeyRing(MemoryKeyStore(random: random))
    case ("automatic", _) where storage.sessions == "memory": keys = KeyRing(MemoryKeyStore(random: random))
    case ("file", let files?), ("automatic", let files?): keys = KeyRing(FileKeyStore(files))
    default: throw Self.unknown("keys", storage.keys, ["automatic", "file", "memory"])
    }
  }

  private static func unknown(_ key: String, _ kind: String, _ known: [String]) -> AuthError {
    let list = known.map { "'\($0)'" }.joined(separator: ", ")
    return AuthError(.invalidConfiguration, "$.storage.\(key) is '\(kind)'; this build knows \(list).")
  }
}
