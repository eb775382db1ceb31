#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The user agent of every call. It names the device before the product, as in browsers and the vendor's SDKs, because
/// the vendor may show the user which device requests an approval (A7).
enum DeviceUserAgent {
  /// The operating systems, named as in browsers' user agents.
  enum System: Sendable, Equatable {
    case iPhone, macOS, android, linux, windows, other

    /// The current system.
    static var current: System {
      #if os(iOS) || os(tvOS) || os(visionOS) || os(watchOS)
        .iPhone
      #elseif os(macOS)
        .macOS
      #elseif os(Android)
        .android
      #elseif os(Linux)
        .linux
      #elseif os(Windows)
        .windows
      #else
        .other
      #endif
    }
  }

  /// The user agent for the current system, such as `Mozilla/5.0 (X11; Linux) latchkey-swift/0.1.0`.
  static func text(product: String) -> String {
    let version = ProcessInfo.processInfo.operatingSystemVersion
    return text(
      product: product, system: .current, version: [version.majorVersion, version.minorVersion, version.patchVersion])
  }

  /// The user agent for a given system and version.
  static func text(product: String, system: System, version: [Int]) -> String {
    var parts = version
    while parts.count > 2, parts.last == 0 { parts.removeLast() }
    let underscored = parts.map(String.init).joined(separator: "_")
    let dotted = parts.map(String.init).joined(separator: ".")
    let device =
      switch system {
      case .iPhone: "iPhone; CPU iPhone OS \(underscored) like Mac OS X"
      case .macOS: "Macintosh; Intel Mac OS X \(underscored)"
      case .android: "Linux; Android \(dotted)"
      case .linux: "X11; Linux"
      case .windows: "Windows NT \(dotted)"
      case .other: "Unknown"
      }
    return "Mozilla/5.0 (\(device)) \(product)"
  }
}
