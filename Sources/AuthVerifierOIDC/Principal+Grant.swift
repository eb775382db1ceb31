import AuthCore
import AuthVerifier

extension Principal {
  /// Takes what a token or its introspection says of the grant: client, scopes and key (RFC 9068 §2.2, RFC 7662 §2.2,
  /// RFC 7800 §3.1).
  ///
  /// - Throws: `invalid_token` for a token that is bound in a way that this package cannot check, such as to a client
  ///   certificate: it must not be accepted as a bearer token.
  mutating func describeGrant(_ claims: JSONObject) throws(AuthError) {
    clientID = (claims["client_id"] ?? claims["azp"])?.stringValue
    // A program's own token has its id as the subject (RFC 9068 §2.2, RFC 9700 §4.15).
    guard clientID.map({ !$0.hasSameBytes(as: subject) }) ?? true else {
      throw AuthError(.invalidToken, "The token belongs to a program, not to a user. Send the token of a user.")
    }
    if let scope = claims["scope"]?.stringValue {
      scopes = Set(scope.split(separator: " ").map(String.init))
    } else if let list = (claims["scope"] ?? claims["scp"])?.arrayValue {
      // Some servers write a list, as `scp` or as `scope`.
      scopes = Set(list.compactMap(\.stringValue))
    } else if let scope = claims["scp"]?.stringValue {
      scopes = Set(scope.split(separator: " ").map(String.init))
    }
    guard let confirmation = claims["cnf"], !confirmation.isNull else { return }
    guard confirmation.objectValue?.count == 1, let thumbprint = confirmation["jkt"]?.stringValue else {
      throw AuthError(
        .invalidToken,
        "The token is bound by 'cnf' in a way that this package cannot check. Configure the issuer to bind tokens to a "
          + "DPoP key ('cnf.jkt'), or not at all.")
    }
    keyThumbprint = thumbprint
  }
}
