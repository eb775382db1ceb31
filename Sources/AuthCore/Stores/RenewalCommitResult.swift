/// The result of storing a renewed session under a claim.
public enum RenewalCommitResult: Sendable {
  /// The renewed session is stored.
  case committed
  /// Another session is stored under the same id. It is used instead of the renewed session.
  case superseded(Session)
  /// No session is stored under the id, because the session was signed out in the meantime.
  case gone
}
