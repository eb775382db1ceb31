/// The outcome of a renewal.
public enum RefreshOutcome: Sendable {
  /// The renewed session: same id, new credential.
  case refreshed(Session)
  /// The renewal needs a token from the app. The engine releases its lock, calls the token provider, and calls
  /// `refresh` again with the token. It does so once more if the new request names that token as `rejected`.
  case tokenRequired(TokenRequest)
  /// The server has refused the renewal permanently: the session has ended.
  case refused(AuthError)
}
