/// Whether a request may be sent again when its response is lost or reports a temporary failure. A provider sets it
/// from its vendor's table; only the retrying transport uses it.
public enum RetryIntent: Sendable, Hashable {
  /// Never: the request may arrive at most once, for example with a refresh token or a code.
  case never
  /// Any number of times, because the request changes nothing (RFC 9110 §9.2.1).
  case safe
  /// Any number of times, because the server recognises repetitions by this key.
  case idempotent(String)
}
