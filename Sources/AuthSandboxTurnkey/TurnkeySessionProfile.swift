import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A session profile: a kind of session with its own name, scope and lifetime (T83).
struct TurnkeySessionProfile: Sendable {
  let id: String
  let name: String
  let scope: String
  /// The lifetime in seconds; nil if the profile sets none.
  let lifetime: Int64?
  let notes: String?
  let createdAt: Date

  /// The profile on the wire: v1SessionProfile.
  var json: JSONValue {
    var object: JSONObject = [
      "sessionProfileId": .string(id), "sessionProfileName": .string(name), "scope": .string(scope),
      "createdAt": createdAt.turnkeyTimestamp, "updatedAt": createdAt.turnkeyTimestamp,
    ]
    object["expirationSeconds"] = lifetime.map { .string(String($0)) }
    object["notes"] = notes.map { .string($0) }
    return .object(object)
  }
}
