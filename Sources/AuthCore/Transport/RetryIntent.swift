/// Whether a request may be sent again if its response is lost or reports a temporary failure. A provider sets the
/// intent of each request. `RetryMiddleware` uses the intent to decide whether to send the request again.
public enum RetryIntent: Sendable, Hashable {
  /// Never: the request may arrive at most once, for example because it uses up a refresh token or a code.
  case never
  /// Any number of times, because the request changes nothing on the server (RFC 9110 §9.2.1).
  case safe
  /// Any number of times, because the server recognises repetitions by this key. The key is a part of the request, or
  /// the server computes it from the body.
  case idempotent(String)
}
