/// A JSON value (RFC 8259): the form in which configuration, wire bodies, claims and records are read and written.
///
/// Parsing is strict (`JSONValue(parsing:depthLimit:)`): a duplicate member, a number that is too large, a lone
/// surrogate, bytes that are not UTF-8, nesting beyond the limit or anything after the value is an error.
public enum JSONValue: Sendable, Hashable {
  /// `null`, which differs from a missing member.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A number that is written without fraction or exponent and fits into 64 bits.
  case integer(Int64)
  /// Any other number.
  case number(Double)
  /// Text, without escapes.
  case string(String)
  /// Values in their order.
  case array([JSONValue])
  /// Members; no name occurs twice.
  case object(JSONObject)

  /// The text of a string; nil for any other value.
  public var stringValue: String? { if case .string(let value) = self { value } else { nil } }
  /// The value of a boolean; nil for any other value.
  public var boolValue: Bool? { if case .bool(let value) = self { value } else { nil } }
  /// The value of a whole number that fits into 64 bits, even if it was written with a fraction or an exponent (`1.0`,
  /// `1e2`); nil for any other value.
  public var integerValue: Int64? {
    switch self {
    case .integer(let value): value
    case .number(let value): Int64(exactly: value)
    default: nil
    }
  }
  /// The value of a number, rounded to the precision of a `Double`; nil for any other value.
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
  /// Whether the value is `null`.
  public var isNull: Bool { self == .null }

  /// The value of a member; nil if this value is not an object, or has no such member.
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
