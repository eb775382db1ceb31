/// The result of a commit.
public enum RenewalCommitResult: Sendable {
  /// The renewed session is stored.
  case committed
  /// Another session is stored under this id, and is used instead.
  case superseded(Session)
  /// The session was signed out meanwhile.
  case gone
}
