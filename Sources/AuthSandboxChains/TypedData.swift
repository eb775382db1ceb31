package import AuthCore

/// Typed data, as Ethereum-style wallets sign it (EIP-712).
package struct TypedData: Sendable {
  private struct Field: Sendable {
    let name: String
    let type: String
  }

  private static let domainType = "EIP712Domain"
  /// The members of a domain, in the order of EIP-712 §Definition of domainSeparator.
  private static let domainFields = [
    Field(name: "name", type: "string"), Field(name: "version", type: "string"),
    Field(name: "chainId", type: "uint256"), Field(name: "verifyingContract", type: "address"),
    Field(name: "salt", type: "bytes32"),
  ]

  private var types: [String: [Field]] = [:]
  private let primaryType: String
  private let domain: JSONValue
  private let message: JSONValue

  /// Reads typed data; nil if a type has not the form of EIP-712. If the types do not describe the domain, its members
  /// do.
  package init?(types: JSONObject, primaryType: String, domain: JSONObject, message: JSONObject) {
    for type in types.members {
      guard let fields = type.value.arrayValue else { return nil }
      self.types[type.name] = []
      for field in fields {
        guard let name = field["name"]?.stringValue, let kind = field["type"]?.stringValue else { return nil }
        self.types[type.name]?.append(Field(name: name, type: kind))
      }
    }
    if self.types[Self.domainType] == nil {
      self.types[Self.domainType] = Self.domainFields.filter { domain[$0.name] != nil }
    }
    self.primaryType = primaryType
    self.domain = .object(domain)
    self.message = .object(message)
  }

  /// The digest to sign; nil if a value does not fit its type, or a type is unknown.
  package var digest: [UInt8]? {
    guard let domain = hash(of: domain, type: Self.domainType) else { return nil }
    guard primaryType != Self.domainType else { return Keccak.hash256([0x19, 0x01] + domain) }
    guard let message = hash(of: message, type: primaryType) else { return nil }
    return Keccak.hash256([0x19, 0x01] + domain + message)
  }

  /// The hash of a struct: of its type's hash, followed by its values (EIP-712 §Definition of hashStruct).
  private func hash(of value: JSONValue, type: String) -> [UInt8]? {
    guard let fields = types[type], let object = value.objectValue, let description = description(of: type) else {
      return nil
    }
    var content = Keccak.hash256(Array(description.utf8))
    for field in fields {
      guard let word = word(of: object[field.name] ?? .null, type: field.type) else { return nil }
      content += word
    }
    return Keccak.hash256(content)
  }

  /// The text of a type: its own, followed by those of the structs that it refers to, sorted by their names.
  private func description(of type: String) -> String? {
    var found: Set<String> = []
    var waiting = [type]
    while let next = waiting.popLast() {
      guard types[next] != nil, found.insert(next).inserted else { continue }
      waiting += (types[next] ?? []).map { Self.element(of: $0.type) }
    }
    return ([type] + found.subtracting([type]).sorted()).map { name in
      name + "(" + (types[name] ?? []).map { $0.type + " " + $0.name }.joined(separator: ",") + ")"
    }.joined()
  }

  /// The type of the elements of an array, or the type itself.
  private static func element(of type: String) -> String { String(type.prefix { $0 != "[" }) }

  /// The 32 bytes of a value (EIP-712 §Definition of encodeData).
  private func word(of value: JSONValue, type: String) -> [UInt8]? {
    if type.hasSuffix("]"), let open = type.lastIndex(of: "[") {
      guard let elements = value.arrayValue else { return nil }
      let size = type[type.index(after: open)...].dropLast()
      guard size.isEmpty || Int(size) == elements.count else { return nil }
      var content: [UInt8] = []
      for element in elements {
        guard let word = word(of: element, type: String(type[..<open])) else { return nil }
        content += word
      }
      return Keccak.hash256(content)
    }
    if types[type] != nil {
      return value.isNull ? [UInt8](repeating: 0, count: 32) : hash(of: value, type: type)
    }
    return Self.atomicWord(of: value, type: type)
  }

  private static func atomicWord(of value: JSONValue, type: String) -> [UInt8]? {
    switch type {
    case "string": return value.stringValue.map { Keccak.hash256(Array($0.utf8)) }
    case "bytes": return bytes(value).map { Keccak.hash256($0) }
    case "bool": return value.boolValue.map { UInt256(0, 0, 0, $0 ? 1 : 0).bytes }
    case "address":
      guard let account = bytes(value), account.count == 20 else { return nil }
      return [UInt8](repeating: 0, count: 12) + account
    default: break
    }
    if type.hasPrefix("bytes"), let size = Int(type.dropFirst(5)), (1...32).contains(size) {
      guard let content = bytes(value), content.count == size else { return nil }
      return content + [UInt8](repeating: 0, count: 32 - size)
    }
    if type.hasPrefix("uint"), let bits = bits(type.dropFirst(4)), let number = UInt256(value) {
      return (bits..<256).contains(where: number.bit) ? nil : number.bytes
    }
    guard type.hasPrefix("int"), let bits = bits(type.dropFirst(3)) else { return nil }
    return signedNumber(value, bits: bits)?.bytes
  }

  /// The two's complement of a whole number of at most `bits` bits.
  private static func signedNumber(_ value: JSONValue, bits: Int) -> UInt256? {
    let text = value.integerValue.map { String($0) } ?? value.stringValue ?? ""
    let isNegative = text.hasPrefix("-")
    guard let size = UInt256(isNegative ? String(text.dropFirst()) : text) else { return nil }
    // The lowest number is one further from zero than the highest.
    let last = isNegative && !size.isZero ? size.subtracting(.one).difference : size
    guard !(bits - 1..<256).contains(where: last.bit) else { return nil }
    return isNegative ? size.negated : size
  }

  private static func bits(_ text: Substring) -> Int? {
    guard !text.isEmpty else { return 256 }
    guard let bits = Int(text), (8...256).contains(bits), bits.isMultiple(of: 8) else { return nil }
    return bits
  }

  private static func bytes(_ value: JSONValue) -> [UInt8]? {
    guard let text = value.stringValue, text.hasPrefix("0x") else { return nil }
    return Hex.decode(String(text.dropFirst(2)))
  }
}
