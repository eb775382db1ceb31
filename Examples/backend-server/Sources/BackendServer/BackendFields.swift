public import AuthCore

/// The members of a request's body, read one by one: a missing or wrong one is refused by its name.
public struct BackendFields: Sendable {
  /// All of them.
  public let object: JSONObject

  init(_ object: JSONObject) { self.object = object }

  /// A text that is not empty.
  ///
  /// - Throws: `invalid_request`, naming it.
  public func text(_ name: String) throws(AuthError) -> String {
    guard let text = optionalText(name) else { throw AuthError(.invalidRequest, "Send \(name) as a text.") }
    return text
  }

  /// A text; nil if it is missing or empty.
  public func optionalText(_ name: String) -> String? {
    object[name]?.stringValue.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// An array; empty if it is missing.
  ///
  /// - Throws: `invalid_request`, naming it.
  public func array(_ name: String) throws(AuthError) -> JSONValue {
    guard let member = object[name], !member.isNull else { return [] }
    guard member.arrayValue != nil else { throw AuthError(.invalidRequest, "Send \(name) as an array.") }
    return member
  }
}
