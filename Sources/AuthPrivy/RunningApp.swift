#if canImport(Darwin)
  import Foundation
#endif

/// The app that runs this code.
enum RunningApp {
  /// The app's bundle id on Apple's systems; nil for a process without one, such as a command-line tool (P41).
  static var bundleID: String? {
    #if canImport(Darwin)
      Bundle.main.bundleIdentifier
    #else
      nil
    #endif
  }
}
