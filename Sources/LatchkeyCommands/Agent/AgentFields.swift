import AuthCore

/// Reads the fields of a request strictly: a field in the wrong format and a field that was not read are errors. No
/// error contains a value, which may be secret.
struct AgentFields: Sendable {
  private let object: JSONObject
  private var known: [String] = []

  init(_ object: JSONObject) { self.object = object }

  /// The request's `id`: a whole number or at most 128 bytes of text; null if it is missing.
  mutating func id() throws(AuthError) -> JSONValue {
    switch take("id") {
    case nil, .null?: return .null
    case .integer(let number)?: return .integer(number)
    case .string(let text)? where text.utf8.count <= 128: return .string(text)
    default: throw wrong("id", "a whole number, or a string of at most 128 bytes")
    }
  }

  /// The text of a field, which must not be empty; nil if the field is missing.
  mutating func text(_ name: String, limit: Int) throws(AuthError) -> String? {
    guard let value = take(name) else { return nil }
    guard let text = value.stringValue, (1...limit).contains(text.utf8.count) else {
      throw wrong(name, "a string of 1 to \(limit) bytes")
    }
    return text
  }

  /// The text of a field that must be present.
  mutating func required(_ name: String, limit: Int) throws(AuthError) -> String {
    guard let text = try text(name, limit: limit) else {
      throw AuthError(.invalidRequest, "The field '\(name)' is missing.")
    }
    return text
  }

  /// The number of a field; nil if the field is missing.
  mutating func integer(_ name: String, in range: ClosedRange<Int64>) throws(AuthError) -> Int64? {
    guard let value = take(name) else { return nil }
    guard let number = value.integerValue, range.contains(number) else {
      throw wrong(
        name,
        range.count == 1
          ? "\(range.lowerBound)" : "a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  /// The bytes of `body`, which is text, or of `bodyBase64`; nil if both are missing.
  mutating func body() throws(AuthError) -> [UInt8]? {
    let (plain, encoded) = (take("body"), take("bodyBase64"))
    switch (plain, encoded) {
    case (nil, nil): return nil
    case (.string(let text)?, nil): return Array(text.utf8)
    case (nil, .string(let text)?):
      guard let bytes = Base64.decode(text) else { throw wrong("bodyBase64", "Base64 with padding (RFC 4648 §4)") }
      return bytes
    case (_?, _?): throw AuthError(.invalidRequest, "Use one of the fields 'body' and 'bodyBase64', not both.")
    default: throw wrong(plain == nil ? "bodyBase64" : "body", "a string")
    }
  }

  /// Checks that each field was read.
  func finish(_ request: String) throws(AuthError) {
    guard let unknown = object.names.first(where: { !known.contains($0) }) else { return }
    throw AuthError(
      .invalidRequest,
      "The request '\(request)' has no field '\(ServerText.name(unknown) ?? "…")'. Its fields are "
        + known.joined(separator: ", ") + ".")
  }

  private mutating func take(_ name: String) -> JSONValue? {
    known.append(name)
    return object[name]
  }

  private func wrong(_ name: String, _ form: String) -> AuthError {
    AuthError(.invalidRequest, "The field '\(name)' must be \(form).")
  }
}
