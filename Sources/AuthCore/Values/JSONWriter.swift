extension JSONValue {
  /// The compact text in UTF-8: no white space, members in their order, `/` unescaped.
  public var serialized: [UInt8] {
    var writer = JSONWriter()
    writer.write(self)
    return writer.bytes
  }

  /// The compact text as a secret, for a value that contains secrets. No other copy of the text remains.
  public var serializedSecret: Secret {
    var bytes = serialized
    defer { Wiping.wipe(&bytes) }
    return Secret(bytes)
  }

  /// The compact text as a string.
  public var serializedText: String { String(decoding: serialized, as: UTF8.self) }

  /// The text indented by two spaces, for files that people read.
  public var prettyText: String {
    var writer = JSONWriter()
    writer.writePretty(self, indentation: 0)
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}

/// Writes JSON into a buffer. A buffer that becomes too small is wiped, because the text may contain secrets.
struct JSONWriter {
  var bytes: [UInt8] = []

  /// The space for the text of a number, a literal or a bracket.
  private static let room = 32

  mutating func write(_ value: JSONValue) {
    Wiping.reserve(Self.room, in: &bytes)
    switch value {
    case .null: bytes += "null".utf8
    case .bool(let value): bytes += (value ? "true" : "false").utf8
    case .integer(let value): bytes += String(value).utf8
    case .number(let value): bytes += number(value).utf8
    case .string(let value): write(value)
    case .array(let elements):
      bytes.append(0x5B)
      for (index, element) in elements.enumerated() {
        if index > 0 { bytes.append(0x2C) }
        write(element)
      }
      Wiping.reserve(Self.room, in: &bytes)
      bytes.append(0x5D)
    case .object(let object):
      bytes.append(0x7B)
      for (index, member) in object.members.enumerated() {
        Wiping.reserve(Self.room, in: &bytes)
        if index > 0 { bytes.append(0x2C) }
        write(member.name)
        bytes.append(0x3A)
        write(member.value)
      }
      Wiping.reserve(Self.room, in: &bytes)
      bytes.append(0x7D)
    }
  }

  mutating func writePretty(_ value: JSONValue, indentation: Int) {
    let inner = String(repeating: "  ", count: indentation + 1)
    let outer = String(repeating: "  ", count: indentation)
    switch value {
    case .array(let elements) where !elements.isEmpty:
      bytes.append(0x5B)
      for (index, element) in elements.enumerated() {
        bytes += ((index > 0 ? ",\n" : "\n") + inner).utf8
        writePretty(element, indentation: indentation + 1)
      }
      bytes += ("\n" + outer + "]").utf8
    case .object(let object) where !object.isEmpty:
      bytes.append(0x7B)
      for (index, member) in object.members.enumerated() {
        bytes += ((index > 0 ? ",\n" : "\n") + inner).utf8
        write(member.name)
        bytes += ": ".utf8
        writePretty(member.value, indentation: indentation + 1)
      }
      bytes += ("\n" + outer + "}").utf8
    default: write(value)
    }
  }

  private mutating func write(_ text: String) {
    var text = text
    text.withUTF8 { units in
      // The quotes, and the text with one escape.
      Wiping.reserve(units.count + Self.room, in: &bytes)
      bytes.append(0x22)
      // Most strings need no escape, so the bytes between two escapes are copied in one step.
      var start = 0
      for index in units.indices where units[index] < 0x20 || units[index] == 0x22 || units[index] == 0x5C {
        bytes += UnsafeBufferPointer(rebasing: units[start..<index])
        escape(units[index])
        start = index + 1
        Wiping.reserve(units.count - start + Self.room, in: &bytes)
      }
      bytes += UnsafeBufferPointer(rebasing: units[start...])
      bytes.append(0x22)
    }
  }

  private mutating func escape(_ byte: UInt8) {
    switch byte {
    case 0x22, 0x5C: bytes += [0x5C, byte]
    case 0x08: bytes += [0x5C, 0x62]
    case 0x0C: bytes += [0x5C, 0x66]
    case 0x0A: bytes += [0x5C, 0x6E]
    case 0x0D: bytes += [0x5C, 0x72]
    case 0x09: bytes += [0x5C, 0x74]
    default: bytes += ("\\u00" + Hex.encode([byte])).utf8
    }
  }

  /// Returns the text of a number. JSON has no infinities and no NaN; they are written as null, so that the text stays
  /// valid.
  private func number(_ value: Double) -> String {
    guard value.isFinite else { return "null" }
    if let whole = Int64(exactly: value) { return String(whole) }
    return value.description
  }
}
