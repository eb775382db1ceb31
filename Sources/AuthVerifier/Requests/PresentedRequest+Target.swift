public import AuthCore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension PresentedRequest {
  /// Creates a request from the request line that a server received.
  ///
  /// - Parameters:
  ///   - method: the method, as received.
  ///   - target: the request target, as received: `/me?fields=name`.
  ///   - publicURL: the address under which clients reach the backend, for example `https://api.example.com`. Behind a
  ///     proxy, it is the address of the proxy, with the part of the path that the proxy removes.
  ///   - headers: the header fields.
  /// - Returns: nil if the target is not in origin form (RFC 9112 §3.2.1), which a server answers with 400. Any other
  ///   form could name another host. Nil also if `publicURL` has no host, or has a query or a fragment.
  public init?(_ method: String, target: String, publicURL: URL, headers: HTTPHeaders) {
    // Visible ASCII only. A fragment is never sent (RFC 9110 §7.1).
    guard target.utf8.first == 0x2F, target.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != 0x23 }) else {
      return nil
    }
    guard let host = publicURL.host(), publicURL.query() == nil, publicURL.fragment() == nil else { return nil }
    var base = publicURL.absoluteString
    if base.hasSuffix("/") { base.removeLast() }
    guard let url = URL(string: base + target), url.host() == host else { return nil }
    self.init(method, url, headers: headers)
  }
}
