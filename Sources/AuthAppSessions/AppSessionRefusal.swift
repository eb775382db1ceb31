import AuthCore

/// Why a token or a sign-in was refused. Only the backend's observer learns the reason; clients get the same
/// `invalid_token` for all of them, because the reason would help an attacker who tries stolen or forged tokens.
public enum AppSessionRefusal: String, Sendable, Hashable, CaseIterable {
  /// The text does not have the form of the token.
  case malformed
  /// No session has this token.
  case unknown
  /// The token or the session has expired.
  case expired
  /// The session was ended.
  case ended
  /// The refresh token was used before. The session was ended, because an attacker may have a copy of the token.
  case reused
  /// The session is bound to another DPoP key.
  case wrongKey
  /// The provider ended the user's session while the user was signing in to the app.
  case endedAtProvider

  /// The error for the client.
  static let error = AuthError(
    .invalidToken,
    "The session is not valid: its token is unknown, has expired, was used before or was revoked. Sign "
      + "in again.", recovery: .signIn)
}
