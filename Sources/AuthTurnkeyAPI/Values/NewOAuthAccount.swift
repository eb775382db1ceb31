public import AuthCore

/// An account at an identity provider to add (v1OauthProviderParamsV2).
public struct NewOAuthAccount: Sendable {
  /// The proof or description of the account.
  public enum Identity: Sendable {
    /// An identity token of the account.
    case token(Secret)
    /// The claims of the account's identity tokens.
    case claims(issuer: String, subject: String, audience: String)
  }

  /// The account's name at Turnkey (`providerName`).
  public var name: String
  /// The proof or description of the account.
  public var identity: Identity

  /// An account.
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
