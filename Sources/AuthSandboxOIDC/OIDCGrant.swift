/// What a user, or a client itself, allowed a client to do. Its tokens end with it.
struct OIDCGrant: Sendable {
  let id: String
  let clientID: String
  /// `sub`: the user, or the client that acts for itself.
  let subject: String
  /// Who authenticated; nil for a client that acts for itself.
  let authentication: OIDCAuthentication?
  let scopes: [String]
  let resources: [String]
  /// The nonce of the ID token that answers the authorisation request.
  let nonce: String?
  /// The party that acts for the user after a token exchange (RFC 8693 §4.1): a client's id.
  var actor: String?
  /// The thumbprint of the key to which the refresh tokens are bound (RFC 9449 §5); nil if they are not.
  var thumbprint: String?
}
