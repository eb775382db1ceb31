/// Receives events, for logs, metrics and traces. Called on the thread where the event happens: return quickly.
public protocol AuthObserver: Sendable {
  /// Called for each event.
  func record(_ event: AuthEvent)
}
