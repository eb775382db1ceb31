/// The outcome of a renewal.
public enum RefreshOutcome: Sendable {
  /// The renewed session: same id, new credential.
  case refreshed(Session)
  /// A token of the app is needed. The engine releases its lock, asks the token provider and calls again. It does so
  /// once more if the request names the token that was just given as `rejected`.
  case tokenRequired(TokenRequest)
  /// The server definitely refuses: the session has ended.
  case refused(AuthError)
}
