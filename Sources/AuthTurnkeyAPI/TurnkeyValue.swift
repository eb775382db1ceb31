public import AuthCore

/// A value that is read from the vendor's response.
public protocol TurnkeyValue: Sendable {
  /// Reads the value from a JSON object.
  ///
  /// - Throws: `malformed_response`; the message names the missing or malformed field.
  init(json: JSONValue) throws(AuthError)
}

extension JSONValue {
  /// The elements of a list. A missing list is read as empty, because the vendor's encoding leaves empty lists out.
  func values<Value: TurnkeyValue>(_ name: String, as type: Value.Type = Value.self) throws(AuthError) -> [Value] {
    guard let list = self[name], !list.isNull else { return [] }
    guard let elements = list.arrayValue else {
      throw AuthError(
        .malformedResponse, "The response has no valid field '\(name)'. Try again, or check the server's address.")
    }
    var values: [Value] = []
    for element in elements { values.append(try Value(json: element)) }
    return values
  }

  /// The strings of a list. A missing list and a value of another type are read as an empty list. Elements that are not
  /// strings are left out.
  func texts(_ name: String) -> [String] { (self[name]?.arrayValue ?? []).compactMap(\.stringValue) }
}
