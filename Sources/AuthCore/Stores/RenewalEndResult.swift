/// The result of deleting a session whose credential the server refused.
public enum RenewalEndResult: Sendable {
  /// The session is deleted. It is returned as it was stored last.
  case ended(Session)
  /// Another session is stored under this identity, and is used instead.
  case superseded(Session)
  /// Another holder may still store the result of its renewal. Ask again after this time.
  case contested(Duration)
}
