/// An observer that ignores all events.
public struct SilentObserver: AuthObserver {
  /// Creates an observer that ignores every event.
  public init() {}
  /// Does nothing.
  public func record(_ event: AuthEvent) {}
}
