/// What is stored at the place of a record: nothing, or the file with a certain authentication tag. Each write of a
/// record has a new nonce, so each write has another tag, even if the value is the same.
enum RecordState: Hashable, Sendable {
  case absent
  /// The last 16 bytes of the file, as two numbers.
  case sealed(UInt64, UInt64)

  /// The state of a place whose file contains these bytes; `absent` for nil.
  init(_ bytes: [UInt8]?) {
    guard let bytes else {
      self = .absent
      return
    }
    let tag = Array(bytes.suffix(Self.size))
    self = .sealed(
      LengthPrefixed.number(tag.prefix(8), as: UInt64.self), LengthPrefixed.number(tag.dropFirst(8), as: UInt64.self))
  }

  /// The size in bytes of the encoded state without its kind.
  static let size = 16

  var encoded: [UInt8] {
    guard case .sealed(let first, let second) = self else { return [UInt8](repeating: 0, count: Self.size) }
    return LengthPrefixed.bigEndian(first) + LengthPrefixed.bigEndian(second)
  }
}
