import AuthCore

/// The answer to one request: one line of the protocol.
enum AgentAnswer {
  /// The line of a result.
  static func line(_ id: JSONValue, _ result: JSONObject) -> [UInt8] { line(id, "result", result) }

  /// The line of an error.
  static func line(_ id: JSONValue, _ error: AuthError) -> [UInt8] { line(id, "error", Failure.json(error)) }

  private static func line(_ id: JSONValue, _ name: String, _ content: JSONObject) -> [UInt8] {
    let object = JSONObject([("version", .integer(AgentRequest.version)), ("id", id), (name, .object(content))])
    // The writer escapes control characters, so that the text is one line.
    return Array((JSONValue.object(object).serializedText + "\n").utf8)
  }

  /// Reads an answer on the client's side.
  ///
  /// - Throws: the agent's error; `malformed_response` for a line that is not an answer.
  static func read(_ line: some Sequence<UInt8>) throws(AuthError) -> JSONObject {
    guard let answer = try? JSONValue(parsing: line).objectValue else { throw malformed }
    if let result = answer["result"]?.objectValue { return result }
    guard let error = answer["error"], let code = error["code"]?.stringValue,
      let message = error["message"]?.stringValue
    else { throw malformed }
    throw AuthError(
      AuthError.Code(rawValue: code), message,
      retryAfter: error["retryAfterSeconds"]?.integerValue.map { .seconds($0) },
      provider: error["provider"]?.stringValue.map { ProviderID($0) },
      vendorCode: error["vendorCode"]?.stringValue)
  }

  private static let malformed = AuthError(
    .malformedResponse,
    "The agent's answer has neither a result nor an error. End the agent with 'latchkey agent stop', and try again.")
}
