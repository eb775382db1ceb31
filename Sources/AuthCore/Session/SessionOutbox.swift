/// What one provider instance still has to do, on disk where its records are: renewed sessions that are not stored yet,
/// and sessions that are gone here and that the server has not been told about.
///
/// Each entry is written before what it is about happens, and removed after. What a killed process leaves in between
/// is done at the next start.
struct SessionOutbox: Sendable {
  private static let rotation = "rotation/"
  private static let revocation = "revocation/"
  private let records: any RecordStore

  /// - Parameter records: those of the instance.
  init(_ records: any RecordStore) { self.records = records.namespaced("outbox") }

  /// Keeps a renewed session until it is stored.
  func spool(_ renewed: Session) async throws(AuthError) {
    try await records.replace(SessionRecord.encode(renewed), for: Self.rotation + renewed.id.rawValue)
  }

  /// The renewed session that is kept under this identity.
  ///
  /// - Throws: a storage code; an entry that cannot be read stays and is passed over.
  func rotation(of id: SessionID) async throws(AuthError) -> Session? {
    do throws(AuthError) {
      return try await records.read(Self.rotation + id.rawValue).map { (record) throws(AuthError) in
        try SessionRecord.decode(record.value)
      }
    } catch  where error.code == .storeCorrupt || error.code == .storeVersion {
      return nil
    }
  }

  /// The renewed session is stored, or is not to be stored.
  func unspool(_ renewed: Session) async throws(AuthError) {
    let key = Self.rotation + renewed.id.rawValue
    guard let record = try await records.read(key), record.value == SessionRecord.encode(renewed) else { return }
    try await records.remove(key, expecting: record.version)
  }

  /// Keeps a session that the server is to be told about.
  func note(_ session: Session) async throws(AuthError) {
    try await records.replace(SessionRecord.encode(session), for: key(of: session))
  }

  /// The server knows, or never will.
  func strike(_ session: Session) async throws(AuthError) {
    try await records.remove(key(of: session), expecting: nil)
  }

  /// Everything that is left to do.
  ///
  /// - Throws: a storage code; an entry that cannot be read stays and is passed over.
  func pending() async throws(AuthError) -> (rotations: [Session], revocations: [Session]) {
    var (rotations, revocations): ([Session], [Session]) = ([], [])
    for key in try await records.keys().sorted() {
      do throws(AuthError) {
        guard let record = try await records.read(key) else { continue }
        let session = try SessionRecord.decode(record.value)
        if key.hasPrefix(Self.rotation) { rotations.append(session) } else { revocations.append(session) }
      } catch  where error.code == .storeCorrupt || error.code == .storeVersion {
        continue
      }
    }
    return (rotations, revocations)
  }

  private func key(of session: Session) -> String {
    Self.revocation + session.id.rawValue + "/" + String(session.generation)
  }
}
