public import AuthCore
import AuthStorage

/// Seals the stored rows again with a new key, in batches, while hosts read and write.
///
/// A row is written only if it still has the version that was read, so a host's own write is never overwritten. The
/// retired key stays until the next rotation: a host that has not read the new keys yet may still seal with it for a
/// minute.
struct PostgresRotation: Sendable {
  /// A table, the column that is authenticated in addition to a row's name, and whether that column is part of the
  /// primary key.
  private struct Table {
    let name: String
    let space: String
    let isNamedWithSpace: Bool
  }

  private static let tables = [
    Table(name: "session", space: "tenant", isNamedWithSpace: false),
    Table(name: "selection", space: "''::bytea", isNamedWithSpace: false),
    Table(name: "record", space: "space", isNamedWithSpace: true),
    Table(name: "key", space: "space", isNamedWithSpace: false),
  ]
  private static let batch = 100

  let place: PostgresPlace

  /// Rotates the keys.
  ///
  /// - Parameter progress: called with the number of rows that have been sealed so far.
  /// - Returns: the number of rows that were sealed, and the number of rows that could not be opened and were not
  ///   changed.
  /// - Throws: `store_locked` while another program rotates the keys, or a storage code. Rows that were sealed stay
  ///   sealed, and the next rotation continues.
  func run(_ progress: (Int) -> Void) async throws(AuthError) -> (sealed: Int, unreadable: Int) {
    let before = try await place.vault.keysForSealing()
    if !before.retired.isEmpty, try await reseal(with: before.primary.identity, progress).unreadable == 0 {
      try await place.vault.removeRetired()
    }
    let keys = try await place.vault.rotate()
    return try await reseal(with: keys.primary.identity, progress)
  }

  private func reseal(
    with identity: [UInt8], _ progress: (Int) -> Void
  ) async throws(AuthError) -> (sealed: Int, unreadable: Int) {
    var (sealed, unreadable) = (0, 0)
    for table in Self.tables {
      let next = place.schema.statement(
        """
        SELECT name, \(table.space), record, version FROM {schema}.\(table.name)
        WHERE key_id <> $1 AND name > $2 ORDER BY name LIMIT \(Self.batch)
        """, isRepeatable: true)
      let write = place.schema.statement(
        "UPDATE {schema}.\(table.name) SET record = $2, key_id = $3 WHERE name = $1 AND version = $4"
          + (table.isNamedWithSpace ? " AND space = $5" : ""), isRepeatable: true)
      let seal = place.seal(table.name)
      // Reads each name once, so that a row that cannot be opened does not hold up the others.
      var last: [UInt8] = []
      while true {
        let rows = try await place.database.run(
          next, [.bytes(identity), .bytes(last)], to: "read the rows to seal"
        )
        .all
        guard let end = rows.last else { break }
        for row in rows {
          do throws(AuthError) {
            let (name, space) = (row.bytes(0), row.bytes(1))
            let record = try await seal.open(row.bytes(2), at: name, within: space)
            let new = try await seal.seal(record.value, generation: record.generation, at: name, within: space)
            var values: [PostgresValue] = [
              .bytes(name), .bytes(new.record), .bytes(new.keyID), .counter(row.counter(3)),
            ]
            if table.isNamedWithSpace { values.append(.bytes(space)) }
            try await place.database.run(write, values, to: "seal a row again")
            sealed += 1
          } catch where error.code == .storeCorrupt || error.code == .storeVersion {
            unreadable += 1
          }
        }
        last = end.bytes(0)
        progress(sealed)
      }
    }
    return (sealed, unreadable)
  }
}

extension PostgresSessionStore {
  /// Generates a new data key and seals every row again with it, while hosts read and write. The next rotation removes
  /// the previous key.
  ///
  /// - Parameter progress: called with the number of rows that have been sealed so far.
  /// - Returns: the number of rows that were sealed, and the number of rows that could not be opened and were not
  ///   changed.
  /// - Throws: `store_locked` while another program rotates the keys, or a storage code. Rows that were sealed stay
  ///   sealed.
  public func rotateKeys(
    progress: @Sendable (Int) -> Void = { _ in }
  ) async throws(AuthError) -> (sealed: Int, unreadable: Int) {
    try await PostgresRotation(place: place).run(progress)
  }
}
