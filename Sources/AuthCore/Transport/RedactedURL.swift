#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// A URL that is safe to show: scheme, host, port and path. Queries, fragments and user information can contain
/// secrets.
package enum RedactedURL {
  /// Returns the text, or `(no http URL)` for a URL whose parts cannot be separated with certainty.
  package static func text(_ url: URL) -> String {
    guard let origin = Origin(url) else { return "(no http URL)" }
    let rest = url.absoluteString.drop { $0 != ":" }.dropFirst("://".count).drop { !"/?#".contains($0) }
    let path = rest.prefix { $0 != "?" && $0 != "#" }
    return "\(origin.scheme)://\(origin.host):\(origin.port)" + (path.isEmpty ? "/" : path)
  }
}
