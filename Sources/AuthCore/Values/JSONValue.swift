/// A JSON value (RFC 8259): the form in which configuration, wire bodies, claims and records are read and written.
///
/// Parsing is strict (`JSONValue(parsing:)`): a duplicate member, a number out of range, a lone surrogate, bytes that
/// are not UTF-8, nesting beyond the limit or anything after the value is an error.
public enum JSONValue: Sendable, Hashable {
  /// `null`, which differs from a missing member.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A number written without fraction or exponent that fits 64 bits.
  case integer(Int64)
  /// Any other number.
  case number(Double)
  /// Text, its escapes resolved.
  case string(String)
  /// Values in their order.
  case array([JSONValue])
  /// Members; no name occurs twice.
  case object(JSONObject)

  /// The text of a string; nil for any other value.
  public var stringValue: String? { if case .string(let value) = self { value } else { nil } }
  /// The value of a boolean; nil for any other value.
  public var boolValue: Bool? { if case .bool(let value) = self { value } else { nil } }
  /// The value of a whole number, also if it is written with a fraction of zero; nil for any other value.
  public var integerValue: Int64? {
    switch self {
    case .integer(let value): value
    case .number(let value): Int64(exactly: value)
    default: nil
    }
  }
  /// The value of any number; nil for any other value.
  public var numberValue: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .number(let value): value
    default: nil
    }
  }
  /// The elements of an array; nil for any other value.
  public var arrayValue: [JSONValue]? { if case .array(let value) = self { value } else { nil } }
  /// The members of an object; nil for any other value.
  public var objectValue: JSONObject? { if case .object(let value) = self { value } else { nil } }
  /// Whether it is `null`.
  public var isNull: Bool { self == .null }

  /// A member of an object; nil if this is not an object or has no such member.
  public subscript(name: String) -> JSONValue? { objectValue?[name] }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByStringInterpolation, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByFloatLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral,
  ExpressibleByNilLiteral
{
  /// Creates a string value.
  public init(stringLiteral value: String) { self = .string(value) }
  /// Creates a whole number.
  public init(integerLiteral value: Int64) { self = .integer(value) }
  /// Creates a boolean.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  /// Creates a number.
  public init(floatLiteral value: Double) { self = .number(value) }
  /// Creates an array.
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  /// Creates an object with members in this order.
  public init(dictionaryLiteral elements: (String, JSONValue)...) { self = .object(JSONObject(elements)) }
  /// Creates `null`.
  public init(nilLiteral: ()) { self = .null }
}
