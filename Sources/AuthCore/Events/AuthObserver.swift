/// A receiver of events, for logs, metrics and traces. It is called on the thread where the event happens, so it must
/// return quickly.
public protocol AuthObserver: Sendable {
  /// Called for each event.
  func record(_ event: AuthEvent)
}
