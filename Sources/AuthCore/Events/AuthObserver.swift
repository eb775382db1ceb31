/// Receives events, for logs, metrics and traces. Called on the thread where the event happens: return quickly.
public protocol AuthObserver: Sendable {
  /// Something happened.
  func record(_ event: AuthEvent)
}
