/// Several observers in the place of one: a log and metrics, say. Each hears every event, in this order.
public struct ObserverGroup: AuthObserver {
  private let observers: [any AuthObserver]

  /// A group; an empty one hears nothing.
  public init(_ observers: [any AuthObserver]) { self.observers = observers }

  /// Passes the event on.
  public func record(_ event: AuthEvent) {
    for observer in observers { observer.record(event) }
  }
}
