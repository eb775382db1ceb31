/// Without SwiftUI this module has no screens, but it still builds.
public enum TwoStepViews {
  /// Whether the screens are in this build.
  public static var areAvailable: Bool {
    #if canImport(SwiftUI)
      true
    #else
      false
    #endif
  }
}
