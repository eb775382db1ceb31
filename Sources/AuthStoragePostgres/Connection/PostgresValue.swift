import AuthCore

/// A value of a statement.
enum PostgresValue: Sendable {
  /// `bytea`.
  case bytes([UInt8])
  /// A number, which is sent as text, so that the server chooses its width.
  case number(Int64)
  /// Text.
  case text(String)
  /// NULL.
  case null

  /// Makes the value of an unsigned counter, which is sent as the signed number with the same 64 bits.
  static func counter(_ value: UInt64) -> PostgresValue { .number(Int64(bitPattern: value)) }

  /// The bytes to send; nil for NULL. Text ends with a zero byte, as libpq expects.
  var wireBytes: [UInt8]? {
    switch self {
    case .bytes(let bytes): bytes
    case .number(let number): Array(String(number).utf8) + [0]
    case .text(let text): Array(text.utf8) + [0]
    case .null: nil
    }
  }

  /// Whether the value is sent in binary format.
  var isBinary: Bool {
    if case .bytes = self { true } else { false }
  }
}

/// The rows of a result. Each value consists of its bytes in binary format; it is nil for NULL.
struct PostgresRows: Sendable {
  /// The rows.
  let rows: [[[UInt8]?]]
  /// The number of rows that a command changed.
  let changed: Int

  var isEmpty: Bool { rows.isEmpty }
  var first: PostgresRow? { rows.first.map(PostgresRow.init) }
  var all: [PostgresRow] { rows.map(PostgresRow.init) }
}

/// One row, read column by column.
struct PostgresRow: Sendable {
  private let values: [[UInt8]?]

  init(_ values: [[UInt8]?]) { self.values = values }

  func isNull(_ column: Int) -> Bool { value(column) == nil }

  /// Returns a `bytea`; empty for NULL.
  func bytes(_ column: Int) -> [UInt8] { value(column) ?? [] }

  /// Returns an integer of any width; zero for NULL.
  func number(_ column: Int) -> Int64 {
    guard let bytes = value(column), let first = bytes.first else { return 0 }
    return bytes.reduce(first & 0x80 == 0 ? 0 : -1) { $0 << 8 | Int64($1) }
  }

  func counter(_ column: Int) -> UInt64 { UInt64(bitPattern: number(column)) }

  /// Returns a `boolean`; false for NULL.
  func bool(_ column: Int) -> Bool { value(column)?.first == 1 }

  func text(_ column: Int) -> String { String(decoding: bytes(column), as: UTF8.self) }

  private func value(_ column: Int) -> [UInt8]? { values.indices.contains(column) ? values[column] : nil }
}
