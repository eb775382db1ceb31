public import AuthCore

/// An account at an identity provider with which a user can sign in (v1OauthProvider).
public struct TurnkeyOAuthAccount: TurnkeyValue, Hashable {
  /// The vendor's ID of the account.
  public let id: String
  /// The account's name at Turnkey (`providerName`).
  public let name: String
  /// The issuer of the account's tokens.
  public let issuer: String
  /// The audience of the account's tokens.
  public let audience: String
  /// The subject of the account's tokens: the user's ID at the identity provider.
  public let subject: String

  /// Reads an account from the vendor's JSON.
  ///
  /// - Throws: `malformed_response`.
  public init(json: JSONValue) throws(AuthError) {
    id = try json.requiredString("providerId")
    name = try json.requiredString("providerName")
    issuer = try json.requiredString("issuer")
    audience = try json.requiredString("audience")
    subject = try json.requiredString("subject")
  }
}
