/// The unfinished work of one provider instance, stored next to its records: renewed sessions that are not stored yet,
/// and deleted sessions that are not revoked at the server yet.
///
/// Each entry is written before its work starts, and removed after. If a process is killed in between, the next start
/// finishes the work.
struct SessionOutbox: Sendable {
  private static let rotation = "rotation/"
  private static let revocation = "revocation/"
  private static let fence = "fence/"
  private let records: any RecordStore

  /// - Parameter records: the instance's records.
  init(_ records: any RecordStore) { self.records = records.namespaced("outbox") }

  /// Keeps a renewed session until it is stored.
  ///
  /// - Parameters:
  ///   - renewed: the renewed session.
  ///   - fence: the fence of the claim under which it was renewed; nil to store no fence.
  func spool(_ renewed: Session, fence: UInt64? = nil) async throws(AuthError) {
    if let fence {
      try await records.replace(Secret("\(renewed.generation) \(fence)"), for: Self.fence + renewed.id.rawValue)
    }
    try await records.replace(SessionRecord.encode(renewed), for: Self.rotation + renewed.id.rawValue)
  }

  /// The renewed session that is kept under this id. An entry that cannot be decoded is skipped and stays.
  ///
  /// - Throws: a storage code.
  func rotation(of id: SessionID) async throws(AuthError) -> Session? {
    do throws(AuthError) {
      return try await records.read(Self.rotation + id.rawValue).map { (record) throws(AuthError) in
        try SessionRecord.decode(record.value)
      }
    } catch where error.code == .storeCorrupt || error.code == .storeVersion {
      return nil
    }
  }

  /// The fence of the claim under which a session was renewed; nil if it is not known.
  func fence(of renewed: Session) async throws(AuthError) -> UInt64? {
    guard let record = try await records.read(Self.fence + renewed.id.rawValue) else { return nil }
    let parts = record.value.revealText().split(separator: " ")
    guard parts.count == 2, UInt64(parts[0]) == renewed.generation else { return nil }
    return UInt64(parts[1])
  }

  /// Removes the entry of a renewed session that was stored or discarded.
  func unspool(_ renewed: Session) async throws(AuthError) {
    let key = Self.rotation + renewed.id.rawValue
    guard let record = try await records.read(key), record.value == SessionRecord.encode(renewed) else { return }
    try await records.remove(key, expecting: record.version)
    try await records.remove(Self.fence + renewed.id.rawValue, expecting: nil)
  }

  /// Keeps a session that has to be revoked at the server.
  func note(_ session: Session) async throws(AuthError) {
    try await records.replace(SessionRecord.encode(session), for: key(of: session))
  }

  /// Removes the entry of a session that was revoked, or that can never be revoked.
  func strike(_ session: Session) async throws(AuthError) {
    try await records.remove(key(of: session), expecting: nil)
  }

  /// All remaining entries. An entry that cannot be decoded is skipped and stays.
  ///
  /// - Throws: a storage code.
  func pending() async throws(AuthError) -> (rotations: [Session], revocations: [Session]) {
    var (rotations, revocations): ([Session], [Session]) = ([], [])
    for key in try await records.keys().sorted() where !key.hasPrefix(Self.fence) {
      do throws(AuthError) {
        guard let record = try await records.read(key) else { continue }
        let session = try SessionRecord.decode(record.value)
        if key.hasPrefix(Self.rotation) { rotations.append(session) } else { revocations.append(session) }
      } catch where error.code == .storeCorrupt || error.code == .storeVersion {
        continue
      }
    }
    return (rotations, revocations)
  }

  private func key(of session: Session) -> String {
    Self.revocation + session.id.rawValue + "/" + String(session.generation)
  }
}
