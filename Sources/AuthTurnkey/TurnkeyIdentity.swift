public import AuthCore

/// Who a session's key belongs to, by the vendor's own word.
public struct TurnkeyIdentity: Sendable, Hashable {
  /// The user's own organisation.
  public let organizationID: String
  /// Its name for people.
  public let organizationName: String
  /// The user.
  public let userID: String
  /// The user's name.
  public let userName: String

  /// - Throws: `malformed_response`.
  public init(json: JSONValue) throws(AuthError) {
    organizationID = try json.requiredString("organizationId")
    organizationName = try json.requiredString("organizationName")
    userID = try json.requiredString("userId")
    userName = try json.requiredString("username")
  }
}
