import AuthCore

/// The members of a request, read one by one. A refusal names the member that is missing, of the wrong type or out of
/// range; only a value that is not an object is refused without its name.
struct TurnkeyFields {
  let object: JSONObject

  init(_ object: JSONObject) { self.object = object }

  init(_ value: JSONValue?) throws(TurnkeyFailure) {
    guard let object = value?.objectValue else { throw .badBody }
    self.object = object
  }

  /// A required string that is not empty.
  ///
  /// - Parameters:
  ///   - name: the member's name.
  ///   - refusal: the vendor's own message for a missing or empty member, if known.
  func string(_ name: String, or refusal: String? = nil) throws(TurnkeyFailure) -> String {
    guard let text = try optionalString(name), !text.isEmpty else {
      throw .invalid(refusal ?? "\(name) must be set")
    }
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

  /// An optional int64, which is a string on the wire (T81); nil if the member is missing, null or empty.
  func seconds(_ name: String, in range: ClosedRange<Int64>) throws(TurnkeyFailure) -> Int64? {
    guard let text = try optionalString(name), !text.isEmpty else { return nil }
    guard let value = Int64(text), range.contains(value) else {
      throw .invalid("\(name) must be an integer from \(range.lowerBound) to \(range.upperBound), as a string")
    }
    return value
  }

  /// An optional int32, which is a number on the wire (T81); nil if the member is missing or null.
  func integer(_ name: String, in range: ClosedRange<Int64>) throws(TurnkeyFailure) -> Int64? {
    guard let member = object[name], !member.isNull else { return nil }
    guard let value = member.integerValue, range.contains(value) else {
      throw .invalid("\(name) must be an integer from \(range.lowerBound) to \(range.upperBound), as a number")
    }
    return value
  }

  /// An array of objects; empty if the member is missing.
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

  /// A required array of strings, with at least one element.
  func strings(_ name: String) throws(TurnkeyFailure) -> [String] {
    guard let array = object[name]?.arrayValue, !array.isEmpty else { throw .invalid("\(name) must be set") }
    var texts: [String] = []
    for element in array {
      guard let text = element.stringValue else { throw .invalid("\(name) must contain only strings") }
      texts.append(text)
    }
    return texts
  }

  /// The page of `items` that `paginationOptions` requests (v1Pagination): ten items by default, at most 100 (T15).
  func page<Item>(of items: [Item], id: (Item) -> String) throws(TurnkeyFailure) -> [Item] {
    let options = try fields("paginationOptions")
    let limit = Int(try options?.seconds("limit", in: 1...100) ?? 10)
    var rest = items[...]
    if let after = try options?.optionalString("after"), !after.isEmpty {
      guard let index = items.firstIndex(where: { id($0) == after }) else {
        throw .invalid("paginationOptions.after must be the id of an item in the list")
      }
      rest = rest.suffix(from: index + 1)
    }
    if let before = try options?.optionalString("before"), !before.isEmpty {
      guard let index = rest.firstIndex(where: { id($0) == before }) else {
        throw .invalid("paginationOptions.before must be the id of a listed item that follows paginationOptions.after")
      }
      return Array(rest.prefix(upTo: index).suffix(limit))
    }
    return Array(rest.prefix(limit))
  }
}
