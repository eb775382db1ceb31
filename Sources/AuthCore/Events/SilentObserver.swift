/// Hears nothing.
public struct SilentObserver: AuthObserver {
  /// Hears nothing.
  public init() {}
  /// Does nothing.
  public func record(_ event: AuthEvent) {}
}
