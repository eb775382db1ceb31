public import AuthCore

/// A user's account at an identity provider, to add to the user (v1OauthProviderParamsV2).
public struct NewOAuthAccount: Sendable {
  /// How the request names the account.
  public enum Identity: Sendable {
    /// An identity token of the account.
    case token(Secret)
    /// The claims that identify the account in its identity tokens, without a token.
    case claims(issuer: String, subject: String, audience: String)
  }

  /// The account's name at Turnkey (`providerName`).
  public var name: String
  /// The account: its token, or the claims of its tokens.
  public var identity: Identity

  /// Creates the description of an account.
  public init(name: String, identity: Identity) {
    self.name = name
    self.identity = identity
  }

  var json: JSONValue {
    switch identity {
    case .token(let token): ["providerName": .string(name), "oidcToken": .string(token.revealText())]
    case .claims(let issuer, let subject, let audience):
      [
        "providerName": .string(name),
        "oidcClaims": ["iss": .string(issuer), "sub": .string(subject), "aud": .string(audience)],
      ]
    }
  }
}
