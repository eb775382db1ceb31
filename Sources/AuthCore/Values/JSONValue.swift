/// A JSON value (RFC 8259): the form in which configuration, wire bodies, claims and records are read and written.
///
/// Parsing is strict (`JSONValue(parsing:)`): a duplicate member, a number out of range, a lone surrogate, bytes that
/// are not UTF-8, nesting beyond the limit or anything after the value is an error, never a guess.
public enum JSONValue: Sendable, Hashable {
  /// `null`: a value, not a missing one.
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

  /// The text of a string value.
  public var stringValue: String? { if case .string(let value) = self { value } else { nil } }
  /// The value of a boolean.
  public var boolValue: Bool? { if case .bool(let value) = self { value } else { nil } }
  /// The value of a whole number; a number with a fraction of zero counts.
  public var integerValue: Int64? {
    switch self {
    case .integer(let value): value
    case .number(let value): Int64(exactly: value)
    default: nil
    }
  }
  /// The value of any number.
  public var numberValue: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .number(let value): value
    default: nil
    }
  }
  /// The elements of an array.
  public var arrayValue: [JSONValue]? { if case .array(let value) = self { value } else { nil } }
  /// The members of an object.
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
  /// A string value.
  public init(stringLiteral value: String) { self = .string(value) }
  /// A whole number.
  public init(integerLiteral value: Int64) { self = .integer(value) }
  /// A boolean.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  /// A number.
  public init(floatLiteral value: Double) { self = .number(value) }
  /// An array.
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  /// An object, in this order.
  public init(dictionaryLiteral elements: (String, JSONValue)...) { self = .object(JSONObject(elements)) }
  /// `null`.
  public init(nilLiteral: ()) { self = .null }
}
