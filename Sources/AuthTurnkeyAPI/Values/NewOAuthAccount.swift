public import AuthCore

/// An account elsewhere to be added (v1OauthProviderParamsV2).
public struct NewOAuthAccount: Sendable {
  /// What says which account it is.
  public enum Identity: Sendable {
    /// A token of its.
    case token(Secret)
    /// What such a token would say.
    case claims(issuer: String, subject: String, audience: String)
  }

  /// The name.
  public var name: String
  /// Which account it is.
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
