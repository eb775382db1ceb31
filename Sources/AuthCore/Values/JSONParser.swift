/// Why a text is no acceptable JSON, and where.
public struct JSONError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What is wrong, in words. Never holds any of the text.
  public let reason: String
  /// The byte at which it was seen.
  public let offset: Int

  /// "duplicate member at byte 17".
  public var description: String { "\(reason) at byte \(offset)" }
}

extension JSONValue {
  /// The value of a whole text.
  ///
  /// - Parameters:
  ///   - bytes: UTF-8 without a byte-order mark.
  ///   - depthLimit: how deep arrays and objects may nest.
  /// - Throws: `JSONError` for everything that RFC 8259 forbids or leaves to chance (duplicate members, §4).
  public init(parsing bytes: some Sequence<UInt8>, depthLimit: Int = 64) throws(JSONError) {
    // Whoever has its bytes in a row lends them; nothing is copied then.
    let lent = bytes.withContiguousStorageIfAvailable { JSONParser.document($0, depthLimit: depthLimit) }
    let result =
      lent ?? ContiguousArray(bytes).withUnsafeBufferPointer { JSONParser.document($0, depthLimit: depthLimit) }
    self = try result.get()
  }

  /// The value of a whole text.
  public init(parsing text: String, depthLimit: Int = 64) throws(JSONError) {
    try self.init(parsing: text.utf8, depthLimit: depthLimit)
  }
}

/// A recursive-descent reader over one buffer, which outlives it.
struct JSONParser {
  let bytes: UnsafeBufferPointer<UInt8>
  let depthLimit: Int
  var index = 0
  var depth = 0

  /// The value of a whole text.
  static func document(_ bytes: UnsafeBufferPointer<UInt8>, depthLimit: Int) -> Result<JSONValue, JSONError> {
    var parser = JSONParser(bytes: bytes, depthLimit: depthLimit)
    do throws(JSONError) {
      return .success(try parser.document())
    } catch {
      return .failure(error)
    }
  }

  private mutating func document() throws(JSONError) -> JSONValue {
    let value = try value()
    skipBlanks()
    guard index == bytes.count else { throw failure("something follows the value") }
    return value
  }

  private func failure(_ reason: String) -> JSONError { JSONError(reason: reason, offset: index) }

  private var current: UInt8? { index < bytes.count ? bytes[index] : nil }

  private mutating func skipBlanks() {
    while let byte = current, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { index += 1 }
  }

  private mutating func expect(_ byte: UInt8, _ what: String) throws(JSONError) {
    guard current == byte else { throw failure("\(what) expected") }
    index += 1
  }

  private mutating func value() throws(JSONError) -> JSONValue {
    skipBlanks()
    switch current {
    case 0x7B: return try nested { (parser) throws(JSONError) in .object(try parser.object()) }
    case 0x5B: return try nested { (parser) throws(JSONError) in .array(try parser.array()) }
    case 0x22: return .string(try string())
    case 0x74: return try literal("true", .bool(true))
    case 0x66: return try literal("false", .bool(false))
    case 0x6E: return try literal("null", .null)
    case 0x2D, 0x30, 0x31, 0x32, 0x33, 0x34, 0x35, 0x36, 0x37, 0x38, 0x39: return try number()
    case nil: throw failure("the text ends where a value is expected")
    default: throw failure("a value expected")
    }
  }

  private mutating func nested(
    _ body: (inout JSONParser) throws(JSONError) -> JSONValue
  ) throws(JSONError) -> JSONValue {
    guard depth < depthLimit else { throw failure("nested too deep") }
    depth += 1
    let value = try body(&self)
    depth -= 1
    return value
  }

  private mutating func literal(_ text: StaticString, _ value: JSONValue) throws(JSONError) -> JSONValue {
    let count = text.utf8CodeUnitCount
    let matches =
      index + count <= bytes.count
      && (0..<count).allSatisfy { bytes[index + $0] == text.utf8Start[$0] }
    guard matches else { throw failure("a value expected") }
    index += count
    return value
  }

  private mutating func array() throws(JSONError) -> [JSONValue] {
    index += 1
    var elements: [JSONValue] = []
    skipBlanks()
    if current == 0x5D {
      index += 1
      return elements
    }
    while true {
      elements.append(try value())
      skipBlanks()
      if current == 0x2C {
        index += 1
        continue
      }
      try expect(0x5D, "a comma or the end of the array")
      return elements
    }
  }

  private mutating func object() throws(JSONError) -> JSONObject {
    index += 1
    // Most objects of the wire have a handful of members: one allocation rather than four.
    var object = JSONObject(capacity: depth == 1 ? 8 : 0)
    var seen: Set<String> = []
    skipBlanks()
    if current == 0x7D {
      index += 1
      return object
    }
    while true {
      skipBlanks()
      guard current == 0x22 else { throw failure("a member name expected") }
      let start = index
      let name = try string()
      // Small objects are searched, large ones hashed: a set for three members costs more than it saves.
      let known = object.count < 8 ? object.contains(name) : !seen.insert(name).inserted
      guard !known else { throw JSONError(reason: "duplicate member", offset: start) }
      if object.count == 7 { seen.formUnion(object.names + [name]) }
      skipBlanks()
      try expect(0x3A, "a colon")
      object.append(name, try value())
      skipBlanks()
      if current == 0x2C {
        index += 1
        continue
      }
      try expect(0x7D, "a comma or the end of the object")
      return object
    }
  }

  private mutating func number() throws(JSONError) -> JSONValue {
    let start = index
    if current == 0x2D { index += 1 }
    if current == 0x30 {
      index += 1
      if let digit = current, (0x30...0x39).contains(digit) { throw failure("a number begins with zero") }
    } else {
      try digits()
    }
    var isInteger = true
    if current == 0x2E {
      isInteger = false
      index += 1
      try digits()
    }
    if current == 0x65 || current == 0x45 {
      isInteger = false
      index += 1
      if current == 0x2B || current == 0x2D { index += 1 }
      try digits()
    }
    if isInteger, let value = integer(start) { return .integer(value) }
    let text = String(decoding: UnsafeBufferPointer(rebasing: bytes[start..<index]), as: UTF8.self)
    guard let value = Double(text), value.isFinite else {
      throw JSONError(reason: "a number out of range", offset: start)
    }
    return .number(value)
  }

  /// The whole number that begins at `start` and ends here; nil when it does not fit 64 bits.
  private func integer(_ start: Int) -> Int64? {
    let isNegative = bytes[start] == 0x2D
    var value: Int64 = 0
    for byte in bytes[(isNegative ? start + 1 : start)..<index] {
      let (tenfold, isTooLarge) = value.multipliedReportingOverflow(by: 10)
      let digit = Int64(byte - 0x30)
      let (next, overflows) =
        isNegative
        ? tenfold.subtractingReportingOverflow(digit) : tenfold.addingReportingOverflow(digit)
      if isTooLarge || overflows { return nil }
      value = next
    }
    return value
  }

  private mutating func digits() throws(JSONError) {
    let start = index
    while let byte = current, (0x30...0x39).contains(byte) { index += 1 }
    guard index > start else { throw failure("a digit expected") }
  }

  private mutating func string() throws(JSONError) -> String {
    index += 1
    let start = index
    var seen: UInt8 = 0
    while let byte = current, byte != 0x22, byte != 0x5C, byte >= 0x20 {
      seen |= byte
      index += 1
    }
    if current == 0x22 {
      let content = UnsafeBufferPointer(rebasing: bytes[start..<index])
      // ASCII is UTF-8 without a second look.
      let text = seen < 0x80 ? String(decoding: content, as: UTF8.self) : String(strictUTF8: content)
      guard let text else { throw JSONError(reason: "not UTF-8", offset: start) }
      index += 1
      return text
    }
    var units = Array(bytes[start..<index])
    while let byte = current {
      switch byte {
      case 0x22:
        guard let text = String(strictUTF8: units) else {
          throw JSONError(reason: "not UTF-8", offset: start)
        }
        index += 1
        return text
      case 0x5C:
        index += 1
        try escape(into: &units)
      case 0x00..<0x20: throw failure("a control character in a string")
      default:
        units.append(byte)
        index += 1
      }
    }
    throw failure("the text ends inside a string")
  }

  private mutating func escape(into units: inout [UInt8]) throws(JSONError) {
    guard let byte = current else { throw failure("the text ends inside a string") }
    index += 1
    switch byte {
    case 0x22, 0x5C, 0x2F: units.append(byte)
    case 0x62: units.append(0x08)
    case 0x66: units.append(0x0C)
    case 0x6E: units.append(0x0A)
    case 0x72: units.append(0x0D)
    case 0x74: units.append(0x09)
    case 0x75: units += Array(String(Character(try scalar())).utf8)
    default: throw failure("an unknown escape")
    }
  }

  private mutating func scalar() throws(JSONError) -> Unicode.Scalar {
    let first = try hexUnit()
    if (0xD800...0xDBFF).contains(first) {
      guard current == 0x5C, index + 1 < bytes.count, bytes[index + 1] == 0x75 else {
        throw failure("a lone surrogate")
      }
      index += 2
      let second = try hexUnit()
      guard (0xDC00...0xDFFF).contains(second),
        let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
      else { throw failure("a lone surrogate") }
      return scalar
    }
    guard let scalar = Unicode.Scalar(first) else { throw failure("a lone surrogate") }
    return scalar
  }

  private mutating func hexUnit() throws(JSONError) -> UInt32 {
    guard index + 4 <= bytes.count,
      let pair = Hex.decode(String(decoding: bytes[index..<index + 4], as: UTF8.self))
    else { throw failure("four hexadecimal digits expected") }
    index += 4
    return UInt32(pair[0]) << 8 | UInt32(pair[1])
  }
}
