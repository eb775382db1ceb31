extension JSONValue {
  /// The canonical text (RFC 8785, JSON Canonicalization Scheme), which signatures of JSON cover: members in the order
  /// of the UTF-16 code units of their names, numbers as ECMAScript writes them, no white space.
  public var canonical: [UInt8] {
    var bytes: [UInt8] = []
    writeCanonical(to: &bytes)
    return bytes
  }

  private func writeCanonical(to bytes: inout [UInt8]) {
    switch self {
    case .null, .bool, .string: bytes += serialized
    case .integer(let value): bytes += Self.text(of: value).utf8
    case .number(let value): bytes += Self.text(of: value).utf8
    case .array(let elements):
      bytes.append(0x5B)
      for (index, element) in elements.enumerated() {
        if index > 0 { bytes.append(0x2C) }
        element.writeCanonical(to: &bytes)
      }
      bytes.append(0x5D)
    case .object(let object):
      bytes.append(0x7B)
      let members = object.members.sorted { $0.name.utf16.lexicographicallyPrecedes($1.name.utf16) }
      for (index, member) in members.enumerated() {
        if index > 0 { bytes.append(0x2C) }
        bytes += JSONValue.string(member.name).serialized
        bytes.append(0x3A)
        member.value.writeCanonical(to: &bytes)
      }
      bytes.append(0x7D)
    }
  }

  /// RFC 8785 §3.2.2.3: a JSON number is a double, even if it is written as a whole number.
  private static func text(of value: Int64) -> String {
    value.magnitude <= 1 << 53 ? String(value) : text(of: Double(value))
  }

  /// Writes a number as ECMAScript's Number::toString does: with the shortest digits that are parsed as the same
  /// number. Swift's `description` has the same digits in another layout. JSON has no infinities and no NaN; they are
  /// written as null.
  private static func text(of value: Double) -> String {
    guard value.isFinite else { return "null" }
    if value == 0 { return "0" }
    let sign = value < 0 ? "-" : ""
    let halves = value.magnitude.description.split(separator: "e")
    let parts = halves[0].split(separator: ".", omittingEmptySubsequences: false)
    let fraction = parts.count > 1 && parts[1] != "0" ? String(parts[1]) : ""
    var digits = String(parts[0]) + fraction
    // The number is 0.digits times ten to the power of `point`.
    var point = parts[0].utf8.count + (halves.count > 1 ? Int(halves[1]) ?? 0 : 0)
    while digits.hasPrefix("0") {
      digits.removeFirst()
      point -= 1
    }
    while digits.hasSuffix("0") { digits.removeLast() }
    let count = digits.utf8.count
    func zeros(_ count: Int) -> String { String(repeating: "0", count: count) }
    switch point {
    case count...21 where count <= 21: return sign + digits + zeros(point - count)
    case 1..<max(2, count): return sign + digits.prefix(point) + "." + digits.dropFirst(point)
    case -5...0: return sign + "0." + zeros(-point) + digits
    default:
      let exponent = (point > 0 ? "+" : "-") + String((point - 1).magnitude)
      return sign + digits.prefix(1) + (count > 1 ? "." + digits.dropFirst() : "") + "e" + exponent
    }
  }
}
