import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The rules for redirect URIs.
enum OIDCRedirect {
  static func isAcceptable(_ url: URL) -> Bool {
    let text = url.absoluteString
    guard !text.contains("#"), let scheme = url.scheme?.lowercased() else { return false }
    if scheme == "http" || scheme == "https" { return Origin(url)?.isAcceptable == true }
    return !["javascript", "data", "file", "about", "blob"].contains(scheme)
  }

  /// Returns the callback scheme for the system's browser sheet; nil for http and https.
  static func callbackScheme(_ url: URL) -> String? {
    guard let scheme = url.scheme?.lowercased(), scheme != "http", scheme != "https" else { return nil }
    return scheme
  }
}
