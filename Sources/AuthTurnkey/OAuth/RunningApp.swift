#if canImport(Darwin)
  import Foundation
#endif

/// The app that this code runs in.
enum RunningApp {
  /// Its bundle id, on Apple's systems; nil for what has none, such as a command line tool (T33).
  static var bundleID: String? {
    #if canImport(Darwin)
      Bundle.main.bundleIdentifier
    #else
      nil
    #endif
  }
}
