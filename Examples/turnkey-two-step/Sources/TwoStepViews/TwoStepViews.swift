/// A constant of this module, which also builds on systems without SwiftUI, but has no views there.
public enum TwoStepViews {
  /// Whether this build contains the views.
  public static var areAvailable: Bool {
    #if canImport(SwiftUI)
      true
    #else
      false
    #endif
  }
}
