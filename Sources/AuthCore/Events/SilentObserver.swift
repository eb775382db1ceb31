/// An observer that ignores all events.
public struct SilentObserver: AuthObserver {
  /// Creates the observer.
  public init() {}
  /// Does nothing.
  public func record(_ event: AuthEvent) {}
}
