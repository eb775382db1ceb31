/// How a backend answers a request.
public enum BackendAnswer: Sendable {
  /// At once, on the connection's own thread: for what only computes.
  case ready(BackendResponse)
  /// When it is there: for what waits for others.
  case later(@Sendable () async -> BackendResponse)
}
