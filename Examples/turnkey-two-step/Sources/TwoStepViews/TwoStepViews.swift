/// Where there is no SwiftUI, there is nothing to see; the module is there all the same.
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
