public import AuthCore

/// What is read from an answer of the vendor's.
public protocol TurnkeyValue: Sendable {
  /// The value of a JSON object.
  ///
  /// - Throws: `malformed_response` naming the field that is missing.
  init(json: JSONValue) throws(AuthError)
}

extension JSONValue: TurnkeyValue {
  /// Any answer is a JSON value.
  public init(json: JSONValue) { self = json }

  /// The elements of a list; a missing list is an empty one, as the vendor's encoding leaves those out.
  func values<Value: TurnkeyValue>(_ name: String, as type: Value.Type = Value.self) throws(AuthError) -> [Value] {
    guard let list = self[name], !list.isNull else { return [] }
    guard let elements = list.arrayValue else {
      throw AuthError(.malformedResponse, "The answer has no valid field '\(name)'.")
    }
    var values: [Value] = []
    for element in elements { values.append(try Value(json: element)) }
    return values
  }

  /// The texts of a list; a missing list is an empty one.
  func texts(_ name: String) -> [String] { (self[name]?.arrayValue ?? []).compactMap(\.stringValue) }
}
