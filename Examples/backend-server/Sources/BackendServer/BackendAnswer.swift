/// How a backend answers a request.
public enum BackendAnswer: Sendable {
  /// At once, on the connection's own thread: for answers that only compute.
  case ready(BackendResponse)
  /// Later: for answers that wait for other servers.
  case later(@Sendable () async -> BackendResponse)
}
