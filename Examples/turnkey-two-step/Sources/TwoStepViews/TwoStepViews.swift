/// Information about this module. On systems without SwiftUI, the module builds without views.
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
