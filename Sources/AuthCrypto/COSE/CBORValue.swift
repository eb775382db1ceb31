/// A CBOR value (RFC 8949), as far as WebAuthn and COSE use it, floating-point numbers included.
public enum CBORValue: Sendable, Hashable {
  /// A number from zero up.
  case unsigned(UInt64)
  /// The number −1 − n.
  case negative(UInt64)
  /// Bytes.
  case bytes([UInt8])
  /// Text.
  case text(String)
  /// An array.
  case array([CBORValue])
  /// A map, in the order of its keys' encodings.
  case map([Pair])
  /// A tagged value.
  indirect case tagged(UInt64, CBORValue)
  /// False or true.
  case bool(Bool)
  /// Null.
  case null
  /// Undefined.
  case undefined
  /// Another simple value.
  case simple(UInt8)
  /// A floating-point number.
  case float(Double)

  /// One entry of a map.
  public struct Pair: Sendable, Hashable {
    /// The key.
    public let key: CBORValue
    /// The value.
    public let value: CBORValue

    /// An entry.
    public init(_ key: CBORValue, _ value: CBORValue) {
      self.key = key
      self.value = value
    }
  }

  /// A whole number.
  public static func integer(_ value: Int64) -> CBORValue {
    value >= 0 ? .unsigned(UInt64(value)) : .negative(UInt64(bitPattern: -1 - value))
  }

  /// A map of these entries, which need not be in order.
  public static func map(_ entries: KeyValuePairs<CBORValue, CBORValue>) -> CBORValue {
    .map(entries.map { Pair($0.key, $0.value) })
  }

  /// The value of a whole number that fits.
  public var integerValue: Int64? {
    switch self {
    case .unsigned(let value): Int64(exactly: value)
    case .negative(let value): Int64(exactly: value).map { -1 - $0 }
    default: nil
    }
  }

  /// The bytes of a byte string.
  public var bytesValue: [UInt8]? { if case .bytes(let value) = self { value } else { nil } }
  /// The content of a text string.
  public var textValue: String? { if case .text(let value) = self { value } else { nil } }
  /// The elements of an array.
  public var arrayValue: [CBORValue]? { if case .array(let value) = self { value } else { nil } }
  /// The entries of a map.
  public var mapValue: [Pair]? { if case .map(let value) = self { value } else { nil } }

  /// An entry of a map; nil if this is not a map or has no such key.
  public subscript(key: CBORValue) -> CBORValue? { mapValue?.first { $0.key == key }?.value }
}

extension CBORValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
  /// A text.
  public init(stringLiteral value: String) { self = .text(value) }
  /// A whole number.
  public init(integerLiteral value: Int64) { self = .integer(value) }
}
