/// Receives events, for logs, metrics and traces. Called on whatever thread the event happens: be quick.
public protocol AuthObserver: Sendable {
  /// Something happened.
  func record(_ event: AuthEvent)
}
