/// Which system this is, by the vendor's kind of name.
enum HawcxPlatform {
  static var name: String {
    #if os(iOS)
      "ios"
    #elseif os(macOS)
      "macos"
    #else
      "linux"
    #endif
  }
}
