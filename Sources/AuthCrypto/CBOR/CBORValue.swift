/// A value in CBOR (RFC 8949), the format that WebAuthn and COSE use.
public enum CBORValue: Sendable, Hashable {
  /// A non-negative integer.
  case unsigned(UInt64)
  /// The negative integer −1 − n, where n is the associated value.
  case negative(UInt64)
  /// A byte string.
  case bytes([UInt8])
  /// A text string.
  case text(String)
  /// An array.
  case array([CBORValue])
  /// A map. The decoder sorts its entries in the bytewise order of their encoded keys.
  case map([Pair])
  /// A tag number and the tagged value.
  indirect case tagged(UInt64, CBORValue)
  /// False or true.
  case bool(Bool)
  /// Null.
  case null
  /// Undefined.
  case undefined
  /// The number of a simple value other than false, true, null and undefined.
  case simple(UInt8)
  /// A floating-point number.
  case float(Double)

  /// One entry of a map.
  public struct Pair: Sendable, Hashable {
    /// The key.
    public let key: CBORValue
    /// The value.
    public let value: CBORValue

    /// Creates an entry of a map.
    public init(_ key: CBORValue, _ value: CBORValue) {
      self.key = key
      self.value = value
    }
  }

  /// Returns the integer `value`, as `unsigned` or `negative`.
  public static func integer(_ value: Int64) -> CBORValue {
    value >= 0 ? .unsigned(UInt64(value)) : .negative(UInt64(bitPattern: -1 - value))
  }

  /// Returns a map of `entries`, which may have any order.
  public static func map(_ entries: KeyValuePairs<CBORValue, CBORValue>) -> CBORValue {
    .map(entries.map { Pair($0.key, $0.value) })
  }

  /// The value of an integer; nil for any other value, and for an integer that does not fit `Int64`.
  public var integerValue: Int64? {
    switch self {
    case .unsigned(let value): Int64(exactly: value)
    case .negative(let value): Int64(exactly: value).map { -1 - $0 }
    default: nil
    }
  }

  /// The content of a byte string; nil for any other value.
  public var bytesValue: [UInt8]? { if case .bytes(let value) = self { value } else { nil } }
  /// The content of a text string; nil for any other value.
  public var textValue: String? { if case .text(let value) = self { value } else { nil } }
  /// The elements of an array; nil for any other value.
  public var arrayValue: [CBORValue]? { if case .array(let value) = self { value } else { nil } }
  /// The entries of a map; nil for any other value.
  public var mapValue: [Pair]? { if case .map(let value) = self { value } else { nil } }

  /// The value of `key` in a map; nil for any other value, and for a map without the key.
  public subscript(key: CBORValue) -> CBORValue? { mapValue?.first { $0.key == key }?.value }
}

extension CBORValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
  /// Creates a text string.
  public init(stringLiteral value: String) { self = .text(value) }
  /// Creates an integer.
  public init(integerLiteral value: Int64) { self = .integer(value) }
}
