public import AuthCore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A request that a backend has received, in a form that any HTTP server can supply. The body is not part of it: no
/// credential that this target verifies depends on the body.
public struct PresentedRequest: Sendable {
  /// The method, as received.
  public let method: String
  /// The URL as the client sees it. Behind a proxy, build it from the public address of the backend, not from a header
  /// field that a client can set: proofs of possession are compared with it.
  public let url: URL
  /// The header fields.
  public let headers: HTTPHeaders

  /// Creates a request from what the server received.
  public init(_ method: String, _ url: URL, headers: HTTPHeaders) {
    self.method = method
    self.url = url
    self.headers = headers
  }
}

extension PresentedRequest: Redacting {
  /// The method, and the URL without its query.
  public var shownParts: KeyValuePairs<String, String> {
    ["method": method, "url": RedactedURL.text(url)]
  }
}
