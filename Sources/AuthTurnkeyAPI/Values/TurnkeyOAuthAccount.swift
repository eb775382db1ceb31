public import AuthCore

/// An account elsewhere that a user can come from (v1OauthProvider).
public struct TurnkeyOAuthAccount: TurnkeyValue, Hashable {
  /// The vendor's id of it.
  public let id: String
  /// The name.
  public let name: String
  /// Who issues its tokens.
  public let issuer: String
  /// For whom.
  public let audience: String
  /// The user there.
  public let subject: String

  /// - Throws: `malformed_response`.
  public init(json: JSONValue) throws(AuthError) {
    id = try json.requiredString("providerId")
    name = try json.requiredString("providerName")
    issuer = try json.requiredString("issuer")
    audience = try json.requiredString("audience")
    subject = try json.requiredString("subject")
  }
}
