extension JSONValue {
  /// Parses a whole text.
  ///
  /// - Parameters:
  ///   - bytes: UTF-8 without a byte-order mark.
  ///   - depthLimit: how deep arrays and objects may nest. A limit is necessary, because the parser is recursive.
  /// - Throws: `JSONError` for a string that RFC 8259 forbids, for bytes that are not UTF-8, a lone surrogate, a
  ///   duplicate member, a number that is too large for a `Double`, nesting beyond the limit, and bytes after the
  ///   value.
  public init(parsing bytes: some Sequence<UInt8>, depthLimit: Int = 64) throws(JSONError) {
    // Contiguous bytes are used in place, without a copy.
    let lent = bytes.withContiguousStorageIfAvailable { JSONParser.document($0, depthLimit: depthLimit) }
    let result =
      lent ?? ContiguousArray(bytes).withUnsafeBufferPointer { JSONParser.document($0, depthLimit: depthLimit) }
    self = try result.get()
  }

  /// Parses a secret text, as the initialiser for bytes does, without a copy of it.
  ///
  /// - Throws: `JSONError` for a string that is not strict JSON; see the initialiser for bytes.
  public init(parsing secret: Secret, depthLimit: Int = 64) throws(JSONError) {
    self = try secret.withBytes { (bytes) throws(JSONError) in
      try JSONValue(parsing: bytes, depthLimit: depthLimit)
    }
  }

  /// Parses a whole text, as the initialiser for bytes does.
  ///
  /// - Throws: `JSONError` for a string that is not strict JSON; see the initialiser for bytes.
  public init(parsing text: String, depthLimit: Int = 64) throws(JSONError) {
    try self.init(parsing: text.utf8, depthLimit: depthLimit)
  }
}

/// A recursive-descent parser over one buffer, which must outlive the parser.
struct JSONParser {
  let bytes: UnsafeBufferPointer<UInt8>
  let depthLimit: Int
  var index = 0
  var depth = 0

  /// Parses a whole text.
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
    guard index == bytes.count else { throw failure("unexpected bytes after the value") }
    return value
  }

  private func failure(_ reason: String) -> JSONError { JSONError(reason: reason, offset: index) }

  private var current: UInt8? { index < bytes.count ? bytes[index] : nil }

  private mutating func skipBlanks() {
    while let byte = current, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { index += 1 }
  }

  private mutating func value() throws(JSONError) -> JSONValue {
    skipBlanks()
    switch current {
    case 0x7B: return .object(try object())
    case 0x5B: return .array(try array())
    case 0x22: return .string(try string())
    case 0x74: return try literal("true", .bool(true))
    case 0x66: return try literal("false", .bool(false))
    case 0x6E: return try literal("null", .null)
    case 0x2D, 0x30, 0x31, 0x32, 0x33, 0x34, 0x35, 0x36, 0x37, 0x38, 0x39: return try number()
    case nil: throw failure("the text ends where a value is expected")
    default: throw failure("a value is expected")
    }
  }

  private mutating func descend() throws(JSONError) {
    guard depth < depthLimit else { throw failure("the value is nested too deeply") }
    depth += 1
    index += 1
  }

  private mutating func literal(_ text: StaticString, _ value: JSONValue) throws(JSONError) -> JSONValue {
    let count = text.utf8CodeUnitCount
    guard bytes.count - index >= count else { throw failure("a value is expected") }
    for offset in 0..<count where bytes[index + offset] != text.utf8Start[offset] {
      throw failure("a value is expected")
    }
    index += count
    return value
  }

  private mutating func array() throws(JSONError) -> [JSONValue] {
    try descend()
    var elements: [JSONValue] = []
    skipBlanks()
    if current != 0x5D {
      while true {
        elements.append(try value())
        skipBlanks()
        guard current == 0x2C else { break }
        index += 1
      }
      guard current == 0x5D else { throw failure("a comma or the end of the array is expected") }
    }
    index += 1
    depth -= 1
    return elements
  }

  private mutating func object() throws(JSONError) -> JSONObject {
    try descend()
    var members: [JSONObject.Member] = []
    var names: Set<String> = []
    skipBlanks()
    if current != 0x7D {
      // Most objects that servers send have few members, so this takes one allocation instead of four.
      members.reserveCapacity(depth == 1 ? 8 : 4)
      while true {
        skipBlanks()
        guard current == 0x22 else { throw failure("a member name is expected") }
        let start = index
        let name = try string()
        guard isNew(name, among: members, &names) else { throw JSONError(reason: "duplicate member", offset: start) }
        skipBlanks()
        guard current == 0x3A else { throw failure("a colon is expected") }
        index += 1
        members.append(JSONObject.Member(name: name, value: try value()))
        skipBlanks()
        guard current == 0x2C else { break }
        index += 1
      }
      guard current == 0x7D else { throw failure("a comma or the end of the object is expected") }
    }
    index += 1
    depth -= 1
    return JSONObject(distinct: members)
  }

  /// Returns whether no member has `name` yet. Names are compared as Swift strings: "é" as one scalar and "é" as two
  /// scalars are the same name, because `JSONObject` could not distinguish them.
  private func isNew(_ name: String, among members: [JSONObject.Member], _ names: inout Set<String>) -> Bool {
    // The members of a small object are compared one by one. A set is faster only for an object with many members.
    if members.count < Self.searched {
      for index in members.indices where members[index].name == name { return false }
      return true
    }
    if names.isEmpty { for index in members.indices { names.insert(members[index].name) } }
    return names.insert(name).inserted
  }

  private static let searched = 16

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
      throw JSONError(reason: "a number is out of range", offset: start)
    }
    return .number(value)
  }

  /// Returns the whole number from `start` up to `index`; nil if the number does not fit into 64 bits.
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
    guard index > start else { throw failure("a digit is expected") }
  }

  private mutating func string() throws(JSONError) -> String {
    index += 1
    let start = index
    let isASCII = skipPlain()
    let plain = UnsafeBufferPointer(rebasing: bytes[start..<index])
    if current == 0x22 {
      // ASCII is valid UTF-8 and needs no further check.
      let text = isASCII ? String(decoding: plain, as: UTF8.self) : String(strictUTF8: plain)
      guard let text else { throw JSONError(reason: "invalid UTF-8", offset: start) }
      index += 1
      return text
    }
    var units = Array(plain)
    while let byte = current {
      switch byte {
      case 0x22:
        guard let text = String(strictUTF8: units) else { throw JSONError(reason: "invalid UTF-8", offset: start) }
        index += 1
        return text
      case 0x5C:
        index += 1
        try escape(into: &units)
      case 0x00..<0x20: throw failure("a control character in a string")
      default:
        let next = index
        _ = skipPlain()
        units.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[next..<index]))
      }
    }
    throw failure("the text ends inside a string")
  }

  /// Skips bytes up to the next quotation mark, backslash or control character.
  ///
  /// - Returns: whether all skipped bytes are ASCII.
  private mutating func skipPlain() -> Bool {
    var seen: UInt64 = 0
    // The loop checks eight bytes at a time. The lowest marked byte is always a correct match: a borrow in the
    // subtraction can mark only bytes above it by mistake.
    while bytes.count - index >= 8 {
      let lent = UnsafeRawBufferPointer(bytes).loadUnaligned(fromByteOffset: index, as: UInt64.self)
      let word = UInt64(littleEndian: lent)
      let controls = (word &- 0x20 &* Self.ones) & ~word & Self.highBits
      let found = Self.zeros(word ^ 0x22 &* Self.ones) | Self.zeros(word ^ 0x5C &* Self.ones) | controls
      if found != 0 {
        let count = found.trailingZeroBitCount / 8
        index += count
        seen |= word & ((1 << UInt64(count * 8)) &- 1)
        return seen & Self.highBits == 0
      }
      seen |= word
      index += 8
    }
    while let byte = current, byte != 0x22, byte != 0x5C, byte >= 0x20 {
      seen |= UInt64(byte)
      index += 1
    }
    return seen & Self.highBits == 0
  }

  /// Returns a word in which the highest bit of each zero byte is set. Bits above the lowest of them can be wrong.
  private static func zeros(_ word: UInt64) -> UInt64 { (word &- ones) & ~word & highBits }

  private static let ones: UInt64 = 0x0101_0101_0101_0101
  private static let highBits: UInt64 = 0x8080_8080_8080_8080

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
    case 0x75: units.append(contentsOf: String(try scalar()).utf8)
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
    guard bytes.count - index >= 4 else { throw failure("four hexadecimal digits are expected") }
    var unit: UInt32 = 0
    for offset in 0..<4 {
      guard let digit = Hex.value(bytes[index + offset]) else { throw failure("four hexadecimal digits are expected") }
      unit = unit << 4 | UInt32(digit)
    }
    index += 4
    return unit
  }
}
