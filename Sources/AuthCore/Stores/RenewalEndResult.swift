/// The result of deleting a session whose credential the server refused.
public enum RenewalEndResult: Sendable {
  /// The session is deleted. The value is the session as it was stored last.
  case ended(Session)
  /// Another session is stored under the same id. It was not deleted, and is used instead.
  case superseded(Session)
  /// The session was not deleted, because another holder may still store the result of a renewal. Try again after this
  /// time.
  case contested(Duration)
}
