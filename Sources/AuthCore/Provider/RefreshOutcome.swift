/// What came of a renewal.
public enum RefreshOutcome: Sendable {
  /// The renewed session: same id, new credential.
  case refreshed(Session)
  /// A token of the app is needed; the engine releases its lock, asks the token provider and calls again. Once more
  /// where the request names the token that was just given as `rejected`.
  case tokenRequired(TokenRequest)
  /// The server refuses, with authority: the session has ended.
  case refused(AuthError)
}
