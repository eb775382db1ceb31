import AuthCore
import AuthStorage

/// Seals and opens the rows of the session table.
struct SessionRows: Sendable {
  /// A session that was read from its row, with the row's version.
  struct Stored: Sendable {
    let session: Session
    let version: UInt64
  }

  /// The values for the row of a session.
  struct Values: Sendable {
    let name: [UInt8]
    let tenant: [UInt8]
    let subject: [UInt8]
    let sealed: PostgresSeal.Sealed
  }

  private let seal: PostgresSeal
  private let changes: PostgresChanges

  init(_ place: PostgresPlace) {
    seal = place.seal("session")
    changes = place.changes
  }

  /// Returns the name of a session's row, and registers the session for the counting of its changes.
  func name(_ id: SessionID) async throws(AuthError) -> [UInt8] {
    let name = try await seal.name("id", id.rawValue)
    changes.register(id, at: name)
    return name
  }

  /// Returns the value of the column `subject`, an HMAC that identifies the session's user.
  func subject(_ session: Session) async throws(AuthError) -> [UInt8] {
    try await seal.name("subject", session.providerID.rawValue, session.tenant, session.subject)
  }

  /// Returns the values for the row of a session, with the session sealed.
  func values(_ session: Session) async throws(AuthError) -> Values {
    let name = try await name(session.id)
    let tenant = try await seal.name("tenant", session.tenant)
    return Values(
      name: name, tenant: tenant, subject: try await subject(session),
      sealed: try await seal.seal(
        SessionRecord.encode(session), generation: session.generation, at: name, within: tenant))
  }

  /// Opens a row whose first columns are name, tenant, record, generation and version.
  ///
  /// - Throws: `store_corrupt` or `store_version` if the row cannot be read, or another storage code.
  func open(_ row: PostgresRow) async throws(AuthError) -> Stored {
    let name = row.bytes(0)
    let record = try await seal.open(row.bytes(2), at: name, within: row.bytes(1))
    guard record.generation == row.counter(3) else {
      throw AuthError(
        .storeCorrupt, "The generation of a session's row does not match its record. Restore the row from a backup.")
    }
    let session = try record.decoded(by: SessionRecord.decode)
    return Stored(session: session, version: row.counter(4))
  }
}
