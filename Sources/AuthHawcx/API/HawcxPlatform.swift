/// Which system this is, by the vendor's kind of name.
enum HawcxPlatform {
  /// As `x-hawcx-platform` says it: `ios` (H5).
  static var name: String {
    #if os(iOS)
      "ios"
    #elseif os(macOS)
      "macos"
    #else
      "linux"
    #endif
  }

  /// As `x-os` says it: `Windows` in the capture (H5).
  static var system: String {
    #if os(iOS)
      "iOS"
    #elseif os(macOS)
      "macOS"
    #else
      "Linux"
    #endif
  }
}
