import AuthCore
import AuthStorage

/// Seals and opens the records of one table. A record opens only in its own row, because the table, the tenant or
/// namespace, the name and the generation are authenticated.
struct PostgresSeal: Sendable {
  /// A sealed record, as it is stored.
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

  /// The name of a row: an HMAC, so that the table does not show who is signed in.
  func name(_ parts: String...) async throws(AuthError) -> [UInt8] {
    Hex.decode(try await vault.keys().fileName([table] + parts)) ?? []
  }

  func seal(
    _ value: Secret, generation: UInt64, at name: [UInt8], within space: [UInt8] = []
  ) async throws(AuthError) -> Sealed {
    let keys = try await vault.keysForSealing()
    let record = try SealedRecord(value: value, generation: generation)
      .sealed(with: keys, at: place(name, space), random: random)
    return Sealed(record: record, keyID: keys.primary.identity)
  }

  /// - Throws: `store_corrupt` or `store_version`; the row stays.
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
