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

  /// The most recent HMACs of ids and tenants, cached because a renewal needs the HMACs of one session for three
  /// statements.
  private final class Names: Sendable {
    let ofSessions = Locked(RecentValues<SessionID, [UInt8]>(limit: 5_000))
    let ofTenants = Locked(RecentValues<String, [UInt8]>(limit: 100))
  }

  private let seal: PostgresSeal
  private let changes: PostgresChanges
  private let names = Names()

  init(_ place: PostgresPlace) {
    seal = place.seal("session")
    changes = place.changes
  }

  /// Returns the name of a session's row, and registers the session for the counting of its changes.
  func name(_ id: SessionID) async throws(AuthError) -> [UInt8] {
    let known = names.ofSessions.withLock { $0[id] }
    let name: [UInt8]
    if let known { name = known } else { name = try await seal.name("id", id.rawValue) }
    if known == nil { names.ofSessions.withLock { $0.set(name, for: id) } }
    changes.register(id, at: name)
    return name
  }

  private func tenant(_ tenant: String) async throws(AuthError) -> [UInt8] {
    if let known = names.ofTenants.withLock({ $0[tenant] }) { return known }
    let name = try await seal.name("tenant", tenant)
    names.ofTenants.withLock { $0.set(name, for: tenant) }
    return name
  }

  /// Returns the value of the column `subject`, an HMAC that identifies the session's user.
  func subject(_ session: Session) async throws(AuthError) -> [UInt8] {
    try await seal.name("subject", session.providerID.rawValue, session.tenant, session.subject)
  }

  /// Returns the values for the row of a session, with the session sealed.
  func values(_ session: Session) async throws(AuthError) -> Values {
    let (name, tenant) = (try await name(session.id), try await tenant(session.tenant))
    return Values(
      name: name, tenant: tenant, subject: try await subject(session),
      sealed: try await sealed(session, at: name))
  }

  /// Returns a session, sealed for the row `name`.
  func sealed(_ session: Session, at name: [UInt8]) async throws(AuthError) -> PostgresSeal.Sealed {
    try await seal.seal(
      SessionRecord.encode(session), generation: session.generation, at: name,
      within: try await tenant(session.tenant))
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
