/// How a request may be sent again when its answer is lost or is a passing failure. A provider says it from its
/// vendor's table; only the retrying transport acts on it.
public enum RetryIntent: Sendable, Hashable {
  /// At most once: a refresh token, a code.
  case never
  /// As often as need be: it changes nothing (RFC 9110 §9.2.1).
  case safe
  /// As often as need be: the server tells repetitions by this key.
  case idempotent(String)
}
