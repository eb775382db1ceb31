/// A renewed session that is not stored yet.
package struct SpooledRenewal: Sendable, Equatable {
  package let session: Session
  /// The fence of the claim under which the session was renewed; nil if it is not known.
  var fence: UInt64?
}

/// The unfinished work of one provider instance, stored next to its records: renewed sessions that are not stored yet,
/// and deleted sessions that are not revoked at the server yet.
///
/// Each entry is written before its work starts, and removed after the work. If a process is killed in between, the
/// next start finishes the work.
package struct SessionOutbox: Sendable {
  package static let rotation = "rotation/"
  package static let revocation = "revocation/"
  package let records: any RecordStore

  /// - Parameter records: the instance's records.
  init(_ records: any RecordStore) { self.records = records.namespaced("outbox") }

  /// Writes an entry for a renewed session that is about to be stored. The entry of an earlier renewal of the session
  /// is replaced.
  ///
  /// - Parameters:
  ///   - renewed: the renewed session.
  ///   - fence: the fence of the claim under which the session was renewed; nil to store no fence.
  /// - Throws: a storage code.
  func spool(_ renewed: Session, fence: UInt64? = nil) async throws(AuthError) {
    try await records.replace(SessionRecord.encode(renewed, fence: fence), for: Self.rotation + renewed.id.rawValue)
  }

  /// The renewed session in the entry for this id; nil if there is no entry, or if it cannot be decoded. An entry that
  /// cannot be decoded stays.
  ///
  /// - Throws: a storage code other than `store_corrupt`, `store_version` and `store_rolled_back`.
  func rotation(of id: SessionID) async throws(AuthError) -> SpooledRenewal? {
    do throws(AuthError) {
      return try await records.read(Self.rotation + id.rawValue).map { (record) throws(AuthError) in
        try Self.rotation(in: record)
      }
    } catch where error.isUnreadableRecord {
      return nil
    }
  }

  /// Removes the entry of a renewed session that was stored or discarded. An entry with another renewal of the session
  /// stays.
  func unspool(_ renewed: Session) async throws(AuthError) {
    let key = Self.rotation + renewed.id.rawValue
    // The records are compared, because a decoded session need not be equal to the one that was encoded.
    guard let record = try await records.read(key),
      record.value == SessionRecord.encode(renewed, fence: try Self.rotation(in: record).fence)
    else { return }
    try await records.remove(key, expecting: record.version)
  }

  /// Writes an entry for a session that has to be revoked at the server.
  func note(_ session: Session) async throws(AuthError) {
    try await records.replace(SessionRecord.encode(session), for: key(of: session))
  }

  /// Removes the entry of a session that was revoked, or that cannot or must not be revoked any more.
  func strike(_ session: Session) async throws(AuthError) {
    try await records.remove(key(of: session), expecting: nil)
  }

  /// Whether there is an entry for the revocation of this credential.
  ///
  /// - Throws: a storage code if the entry cannot be read.
  func hasNote(of session: Session) async throws(AuthError) -> Bool { try await records.read(key(of: session)) != nil }

  /// All remaining entries. An entry that cannot be decoded is skipped and stays.
  ///
  /// - Throws: a storage code other than `store_corrupt`, `store_version` and `store_rolled_back`.
  package func pending() async throws(AuthError) -> (rotations: [SpooledRenewal], revocations: [Session]) {
    var (rotations, revocations): ([SpooledRenewal], [Session]) = ([], [])
    for key in try await records.readableKeys().sorted() {
      do throws(AuthError) {
        guard let record = try await records.read(key) else { continue }
        if key.hasPrefix("fence/") {
          // Earlier builds stored the fence in a separate record. Such a record is no longer used.
          try await records.remove(key, expecting: record.version)
        } else if key.hasPrefix(Self.rotation) {
          rotations.append(try Self.rotation(in: record))
        } else if key.hasPrefix(Self.revocation) {
          revocations.append(try SessionRecord.decode(record.value))
        }
      } catch where error.isUnreadableRecord {
        continue
      }
    }
    return (rotations, revocations)
  }

  private static func rotation(in record: Record) throws(AuthError) -> SpooledRenewal {
    let (session, fence) = try SessionRecord.decodeFenced(record.value)
    return SpooledRenewal(session: session, fence: fence)
  }

  private func key(of session: Session) -> String {
    Self.revocation + session.id.rawValue + "/" + String(session.generation)
  }
}
