public import AuthCore

/// The members of a request's body. The error for a missing or wrong member names the member.
public struct BackendFields: Sendable {
  /// The JSON object with all members.
  public let object: JSONObject

  init(_ object: JSONObject) { self.object = object }

  /// Returns a string member that is not empty.
  ///
  /// - Throws: `invalid_request` naming the member, if the member is missing, empty or not a string.
  public func text(_ name: String) throws(AuthError) -> String {
    guard let text = optionalText(name) else {
      throw AuthError(.invalidRequest, "Send '\(name)' as a string that is not empty.")
    }
    return text
  }

  /// Returns a string member; nil if the member is missing, empty or not a string.
  public func optionalText(_ name: String) -> String? {
    object[name]?.stringValue.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Returns an array; empty if the member is missing or null.
  ///
  /// - Throws: `invalid_request` naming the member, for a member of another type.
  public func array(_ name: String) throws(AuthError) -> JSONValue {
    guard let member = object[name], !member.isNull else { return [] }
    guard member.arrayValue != nil else { throw AuthError(.invalidRequest, "Send '\(name)' as an array.") }
    return member
  }
}
