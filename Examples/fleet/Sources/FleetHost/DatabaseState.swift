import AuthCore

/// The state of the database at the host's last check.
struct DatabaseState: Sendable, Hashable {
  /// Whether the database answered.
  var answers = false
  /// Whether the database has the schema that this release needs, and the host's role may use the schema.
  var isReady = false
  /// The version of the schema; 0 if there is no schema or its version is unknown.
  var version: Int64 = 0
  /// The code of the error if the database did not answer.
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
