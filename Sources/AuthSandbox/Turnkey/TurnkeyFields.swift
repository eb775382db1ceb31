import AuthCore

/// The members of a request, read one by one: a missing or wrong one is refused by its name.
struct TurnkeyFields {
  let object: JSONObject

  init(_ object: JSONObject) { self.object = object }

  init(_ value: JSONValue?) throws(TurnkeyFailure) {
    guard let object = value?.objectValue else { throw .badBody }
    self.object = object
  }

  func string(_ name: String) throws(TurnkeyFailure) -> String {
    guard let text = try optionalString(name), !text.isEmpty else { throw .invalid("\(name) must be set") }
    return text
  }

  func optionalString(_ name: String) throws(TurnkeyFailure) -> String? {
    switch object[name] {
    case nil, .null: return nil
    case .string(let text): return text
    default: throw .invalid("\(name) must be a string")
    }
  }

  func bool(_ name: String) throws(TurnkeyFailure) -> Bool {
    switch object[name] {
    case nil, .null: return false
    case .bool(let value): return value
    default: throw .invalid("\(name) must be a boolean")
    }
  }

  /// An int64, which travels as a string (notes §0).
  func seconds(_ name: String, in range: ClosedRange<Int64>) throws(TurnkeyFailure) -> Int64? {
    guard let text = try optionalString(name), !text.isEmpty else { return nil }
    guard let value = Int64(text), range.contains(value) else { throw .invalid("\(name) is out of range") }
    return value
  }

  /// An int32, which travels as a number.
  func integer(_ name: String, in range: ClosedRange<Int64>) throws(TurnkeyFailure) -> Int64? {
    guard let member = object[name], !member.isNull else { return nil }
    guard let value = member.integerValue, range.contains(value) else { throw .invalid("\(name) is out of range") }
    return value
  }

  /// An array of objects; a missing one counts as empty.
  func objects(_ name: String) throws(TurnkeyFailure) -> [TurnkeyFields] {
    guard let member = object[name], !member.isNull else { return [] }
    guard let array = member.arrayValue else { throw .invalid("\(name) must be an array") }
    var fields: [TurnkeyFields] = []
    for element in array { fields.append(try TurnkeyFields(element)) }
    return fields
  }

  func fields(_ name: String) throws(TurnkeyFailure) -> TurnkeyFields? {
    guard let member = object[name], !member.isNull else { return nil }
    return try TurnkeyFields(member)
  }
}
