public import AuthCore
import AuthStorage

/// Seals the stored rows again with a new key, in batches. Hosts can read and write during the rotation.
///
/// A row is written only if it still has the version that was read, so that the rotation never overwrites the write of
/// a host. The retired key stays until the next rotation, because a host that has not read the new keys yet may seal
/// with the retired key for another minute.
struct PostgresRotation: Sendable {
  /// A table with sealed rows.
  private struct Table {
    let name: String
    /// The SQL expression for the column that the seal authenticates in addition to the row's name.
    let space: String
    /// Whether that column is part of the primary key.
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
  /// - Parameter progress: called after each batch with the number of rows that have been sealed so far.
  /// - Returns: the number of rows that were sealed, and the number of rows that could not be opened and were not
  ///   changed.
  /// - Throws: `store_locked` while another program rotates the keys, or a storage code. Rows that were sealed again
  ///   keep the new seal, and the next rotation continues.
  func run(_ progress: (Int) -> Void) async throws(AuthError) -> (sealed: Int, unreadable: Int) {
    let before = try await place.vault.keysForSealing()
    if !before.retired.isEmpty, try await reseal(with: before.primary.identity, progress).unreadable == 0 {
      try await place.vault.removeRetired()
    }
    let keys = try await place.vault.rotate()
    return try await reseal(with: keys.primary.identity, progress)
  }

  /// Seals again all rows whose key id is not `identity`.
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
      // Each batch begins after the last name of the previous batch, so that rows that cannot be opened are read only
      // once.
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
          } catch where error.isUnreadableRecord {
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
  /// Generates a new data key and seals every row again with the new key. Hosts can read and write during the rotation.
  /// The next rotation removes the previous key.
  ///
  /// - Parameter progress: called after each batch with the number of rows that have been sealed so far.
  /// - Returns: the number of rows that were sealed, and the number of rows that could not be opened and were not
  ///   changed.
  /// - Throws: `store_locked` while another program rotates the keys, or a storage code. Rows that were sealed again
  ///   keep the new seal.
  public func rotateKeys(
    progress: @Sendable (Int) -> Void = { _ in }
  ) async throws(AuthError) -> (sealed: Int, unreadable: Int) {
    try await PostgresRotation(place: place).run(progress)
  }
}
