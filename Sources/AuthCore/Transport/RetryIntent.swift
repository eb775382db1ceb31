/// Whether a request may be sent again when its response is lost or reports a temporary failure. A provider sets it
/// from its vendor's table; only the retrying transport uses it.
public enum RetryIntent: Sendable, Hashable {
  /// At most once, for example a refresh token or a code.
  case never
  /// Any number of times: the request changes nothing (RFC 9110 §9.2.1).
  case safe
  /// Any number of times: the server recognises repetitions by this key.
  case idempotent(String)
}
