#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// URLs in a form that is safe to show: scheme, host, port and path. The query, the fragment and the user information
/// of a URL can contain secrets.
package enum RedactedURL {
  /// Returns `url` without its query and fragment; `(no http URL)` if `Origin` refuses the URL.
  package static func text(_ url: URL) -> String {
    guard let origin = Origin(url) else { return "(no http URL)" }
    let rest = url.absoluteString.drop { $0 != ":" }.dropFirst("://".count).drop { !"/?#".contains($0) }
    let path = rest.prefix { $0 != "?" && $0 != "#" }
    return "\(origin.scheme)://\(origin.host):\(origin.port)" + (path.isEmpty ? "/" : path)
  }
}
