/// A backend's response, or a function that returns it later.
public enum BackendAnswer: Sendable {
  /// A response that is made on the connection's own thread: for routes that only compute.
  case ready(BackendResponse)
  /// A function that returns the response: for routes that wait for other servers.
  case later(@Sendable () async -> BackendResponse)
}
