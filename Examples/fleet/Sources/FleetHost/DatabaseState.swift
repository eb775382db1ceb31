import AuthCore

/// What a host knows of its database.
struct DatabaseState: Sendable, Hashable {
  /// Whether it answered when it was asked last.
  var answers = false
  /// Whether its schema is the one that this release needs, and this role may use it.
  var isReady = false
  /// The version of the schema; 0 for none.
  var version: Int64 = 0
  /// Why it did not answer.
  var code: AuthError.Code?

  /// For `/health`.
  var json: JSONValue {
    var object: JSONObject = [
      "answers": .bool(answers), "ready": .bool(isReady), "schema": .integer(version),
    ]
    object["code"] = code.map { .string($0.rawValue) }
    return .object(object)
  }
}
