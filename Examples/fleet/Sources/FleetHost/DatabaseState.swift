import AuthCore

/// The state of a host's database, as far as the host knows it.
struct DatabaseState: Sendable, Hashable {
  /// Whether it answered the last request.
  var answers = false
  /// Whether it has the schema that this release needs, and the host's role may use it.
  var isReady = false
  /// The version of the schema; 0 if there is no schema or its version is unknown.
  var version: Int64 = 0
  /// The code of the error if it did not answer.
  var code: AuthError.Code?

  /// The member `database` of the response to `/health`.
  var json: JSONValue {
    var object: JSONObject = [
      "answers": .bool(answers), "ready": .bool(isReady), "schema": .integer(version),
    ]
    object["code"] = code.map { .string($0.rawValue) }
    return .object(object)
  }
}
