/// A receiver of events, for logs, metrics and traces. It is called on the thread on which the event happens, so it
/// must return quickly. Several threads can call it at the same time.
public protocol AuthObserver: Sendable {
  /// Called for each event.
  func record(_ event: AuthEvent)
}
