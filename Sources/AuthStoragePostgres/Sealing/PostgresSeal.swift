import AuthCore
import AuthStorage

/// Seals and opens the records of one table. A record can be opened only in its row, because the seal authenticates the
/// table, the tenant or namespace, the row's name and the generation.
struct PostgresSeal: Sendable {
  /// A sealed record, in the form in which the table stores it.
  struct Sealed: Sendable {
    let record: [UInt8]
    let keyID: [UInt8]
  }

  let table: String
  private let schema: SchemaName
  private let vault: PostgresVault
  private let random: any RandomSource

  init(_ table: String, schema: SchemaName, vault: PostgresVault, random: any RandomSource) {
    self.table = table
    self.schema = schema
    self.vault = vault
    self.random = random
  }

  /// Returns the name of a row. The name is an HMAC of `parts`, so that the table does not reveal who is signed in.
  func name(_ parts: String...) async throws(AuthError) -> [UInt8] {
    Hex.decode(try await vault.keys().fileName([table] + parts)) ?? []
  }

  /// Seals a value for the row `name`. `space` is the tenant or namespace that the seal authenticates.
  func seal(
    _ value: Secret, generation: UInt64, at name: [UInt8], within space: [UInt8] = []
  ) async throws(AuthError) -> Sealed {
    let keys = try await vault.keysForSealing()
    let record = try SealedRecord(value: value, generation: generation)
      .sealed(with: keys, at: place(name, space), random: random)
    return Sealed(record: record, keyID: keys.primary.identity)
  }

  /// Opens the record of the row `name`.
  ///
  /// - Throws: `store_corrupt` or `store_version` if the record cannot be opened, or another storage code. The row is
  ///   not changed.
  func open(
    _ sealed: [UInt8], at name: [UInt8], within space: [UInt8] = []
  ) async throws(AuthError) -> SealedRecord {
    let keys = try await vault.keys(for: sealed)
    return try SealedRecord(
      opening: sealed, with: keys, at: place(name, space), path: "\(schema.text).\(table) row \(Hex.encode(name))")
  }

  private func place(_ name: [UInt8], _ space: [UInt8]) -> RecordPlace {
    RecordPlace(room: table + "/" + Hex.encode(space), file: Hex.encode(name))
  }
}
