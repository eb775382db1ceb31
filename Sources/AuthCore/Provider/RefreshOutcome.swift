/// The outcome of a renewal by a provider.
public enum RefreshOutcome: Sendable {
  /// The renewed session: the same id, tenant and user, and a new credential.
  case refreshed(Session)
  /// The renewal needs a token from the app. The engine releases its lock, calls the token provider, and calls
  /// `refresh` again with the token. It does so once more if the new request names that token as `rejected`.
  case tokenRequired(TokenRequest)
  /// The server has refused the renewal permanently. The engine ends the session, unless this machine's clock is too
  /// wrong to judge the refusal (`clock_skew`).
  case refused(AuthError)
}
