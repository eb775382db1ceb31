import AuthCore

/// The members of a request's body, read one by one: a missing or wrong one is refused by its name.
struct BackendFields {
  let object: JSONObject

  func text(_ name: String) throws(AuthError) -> String {
    guard let text = object[name]?.stringValue, !text.isEmpty else {
      throw AuthError(.invalidRequest, "Send \(name) as a text.")
    }
    return text
  }

  func optionalText(_ name: String) -> String? {
    object[name]?.stringValue.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// An array, which is empty where it is left out.
  func array(_ name: String) throws(AuthError) -> JSONValue {
    guard let member = object[name], !member.isNull else { return [] }
    guard member.arrayValue != nil else { throw AuthError(.invalidRequest, "Send \(name) as an array.") }
    return member
  }
}

extension BackendRequest {
  func fields() throws(AuthError) -> BackendFields {
    do throws(JSONError) {
      if let object = try JSONValue(parsing: body).objectValue { return BackendFields(object: object) }
    } catch {
      // The parser's words say where, which is of no use to an app.
    }
    throw AuthError(.invalidRequest, "Send a JSON object.")
  }
}
