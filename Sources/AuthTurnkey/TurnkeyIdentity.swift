public import AuthCore

/// The user that a session's key belongs to, as the vendor reports it.
public struct TurnkeyIdentity: Sendable, Hashable {
  /// The ID of the user's own organisation.
  public let organizationID: String
  /// The organisation's display name.
  public let organizationName: String
  /// The vendor's ID of the user.
  public let userID: String
  /// The user's display name.
  public let userName: String

  /// Reads the response of `whoami`.
  ///
  /// - Throws: `malformed_response`.
  public init(json: JSONValue) throws(AuthError) {
    organizationID = try json.requiredString("organizationId")
    organizationName = try json.requiredString("organizationName")
    userID = try json.requiredString("userId")
    userName = try json.requiredString("username")
  }
}
