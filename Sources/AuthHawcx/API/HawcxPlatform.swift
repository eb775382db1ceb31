/// The names of this operating system in the vendor's headers.
enum HawcxPlatform {
  /// The value of `x-hawcx-platform`, such as `ios` (H5).
  static var name: String {
    #if os(iOS)
      "ios"
    #elseif os(macOS)
      "macos"
    #else
      "linux"
    #endif
  }

  /// The value of `x-os`, which is `Windows` in the capture (H5).
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
