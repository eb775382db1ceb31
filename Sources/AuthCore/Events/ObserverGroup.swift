/// Combines several observers into one, for example a log and metrics. Sends each event to all of them, in the given
/// order.
public struct ObserverGroup: AuthObserver {
  private let observers: [any AuthObserver]

  /// Creates a group of observers; it may be empty.
  public init(_ observers: [any AuthObserver]) { self.observers = observers }

  /// Sends the event to each observer.
  public func record(_ event: AuthEvent) {
    for observer in observers { observer.record(event) }
  }
}
