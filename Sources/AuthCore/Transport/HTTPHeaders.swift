/// Header fields in order; names are compared without regard to case (RFC 9110 §5.1).
public struct HTTPHeaders: Sendable, Hashable, ExpressibleByDictionaryLiteral {
  /// One field line.
  public struct Field: Sendable, Hashable {
    /// The name as written.
    public let name: String
    /// The value, without the white space around it (RFC 9110 §5.5).
    public let value: String
    /// Creates a field line. The caller removes the white space around the value.
    public init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  /// The field lines in their order. A name can occur more than once.
  public private(set) var fields: [Field]

  /// Creates an empty list.
  public init() { fields = [] }
  /// Creates a list of these fields, in this order.
  public init(dictionaryLiteral elements: (String, String)...) {
    fields = elements.map { Field(name: $0.0, value: $0.1) }
  }

  /// Creates a list of these fields, in this order, from pairs of names and values.
  public init(_ list: some Sequence<(name: String, value: String)>) {
    fields = list.map { Field(name: $0.name, value: $0.value) }
  }

  /// The field lines as pairs of names and values, in their order.
  public var list: [(name: String, value: String)] { fields.map { ($0.name, $0.value) } }

  /// The first value of a name. Setting a value removes every line of the name and appends one line; setting nil
  /// removes the lines.
  public subscript(name: String) -> String? {
    get { fields.first { Self.same($0.name, name) }?.value }
    set {
      fields.removeAll { Self.same($0.name, name) }
      if let newValue { fields.append(Field(name: name, value: newValue)) }
    }
  }

  /// Returns every value of a name, in order.
  public func values(of name: String) -> [String] {
    fields.filter { Self.same($0.name, name) }.map(\.value)
  }

  /// Appends a line, and keeps existing lines of the same name.
  public mutating func add(_ name: String, _ value: String) {
    fields.append(Field(name: name, value: value))
  }

  /// Whether every name is a token (RFC 9110 §5.6.2) and no value contains CR, LF or NUL (RFC 9110 §5.5). A line break
  /// in a value would add a header field to the message. A transport must check this, because HTTP libraries do not.
  public var areValid: Bool {
    fields.allSatisfy { field in
      !field.name.isEmpty && field.name.utf8.allSatisfy(Self.isTokenCharacter)
        && !field.value.utf8.contains { $0 == 0x0D || $0 == 0x0A || $0 == 0 }
    }
  }

  private static func isTokenCharacter(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    case 0x21, 0x23...0x27, 0x2A, 0x2B, 0x2D, 0x2E, 0x5E, 0x5F, 0x60, 0x7C, 0x7E: true
    default: false
    }
  }

  /// Whether two names are equal without regard to the case of ASCII letters. The comparison allocates no memory,
  /// because it is made at each access to a header.
  package static func same(_ left: String, _ right: String) -> Bool {
    let first = left.utf8
    let second = right.utf8
    return first.count == second.count
      && zip(first, second).allSatisfy { lowered($0) == lowered($1) }
  }

  private static func lowered(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }
}

extension HTTPHeaders: Redacting {
  /// Only the names.
  public var shownParts: KeyValuePairs<String, String> {
    ["names": fields.map(\.name).joined(separator: " ")]
  }
}

extension HTTPHeaders.Field: Redacting {
  /// Only the name.
  public var shownParts: KeyValuePairs<String, String> {
    ["name": name]
  }
}
