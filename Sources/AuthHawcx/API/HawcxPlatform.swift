/// The name of this system, in the vendor's form.
enum HawcxPlatform {
  /// The value of `x-hawcx-platform`: `ios` (H5).
  static var name: String {
    #if os(iOS)
      "ios"
    #elseif os(macOS)
      "macos"
    #else
      "linux"
    #endif
  }

  /// The value of `x-os`: `Windows` in the capture (H5).
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
