import AuthCore

/// How a token of another session is exchanged for a token of this issuer (RFC 8693 §2.1). The token comes from the
/// block's `tokenProvider` or from the flow's request.
public struct OIDCExchange: Sendable, Equatable {
  /// The type of the token that is exchanged.
  public enum TokenType: String, Sendable, CaseIterable {
    /// An access token.
    case accessToken = "access_token"
    /// An ID token.
    case identityToken = "id_token"
    /// A JWT.
    case jwt
    /// A refresh token.
    case refreshToken = "refresh_token"
    /// A SAML 2.0 assertion.
    case saml2

    /// The type's identifier (RFC 8693 §3).
    var identifier: String { "urn:ietf:params:oauth:token-type:" + rawValue }
  }

  /// The type of the token that is exchanged.
  public var subjectTokenType: TokenType
  /// The logical names of the services that the new token is for; empty for none. `resources` has their URIs.
  public var audiences: [String]

  /// Creates a description; by default an access token is exchanged.
  public init(subjectTokenType: TokenType = .accessToken, audiences: [String] = []) {
    self.subjectTokenType = subjectTokenType
    self.audiences = audiences
  }

  /// Reads the block `exchange`.
  ///
  /// - Throws: `invalid_configuration` for a wrong value.
  init(reading reader: inout ConfigurationReader) throws(AuthError) {
    subjectTokenType = try reader.choice(
      "subjectTokenType", "the type of the token that is exchanged", default: TokenType.accessToken)
    audiences = try reader.strings("audiences", "the logical names of the services that the new token is for")
  }

  /// The fields of the token request, besides the scopes and resources.
  func fields(_ token: Secret) -> [(name: String, value: String)] {
    [
      ("grant_type", "urn:ietf:params:oauth:grant-type:token-exchange"), ("subject_token", token.revealText()),
      ("subject_token_type", subjectTokenType.identifier),
      ("requested_token_type", TokenType.accessToken.identifier),
    ] + audiences.map { ("audience", $0) }
  }

  /// Checks that the response has an access token (RFC 8693 §2.2.1).
  ///
  /// - Throws: `malformed_response` for another type of token.
  static func check(_ answer: JSONValue) throws(AuthError) {
    let type = try answer.requiredString("issued_token_type")
    guard type == TokenType.accessToken.identifier || type == TokenType.jwt.identifier else {
      throw AuthError(
        .malformedResponse,
        "The issuer did not return an access token (field 'issued_token_type'). Check the client's settings for "
          + "token exchange at the issuer.")
    }
  }
}
