import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The target of a redirect, and the data that may be sent there (RFC 9110 §15.4).
///
/// This is not left to the HTTP library, whose lists of credential headers do not contain stamps, client secrets and
/// app identities.
enum RedirectRules {
  /// The request that follows `response`, or nil when it is not a redirect.
  ///
  /// - Throws: `malformed_response` for an address that cannot be read, `origin_not_allowed` where it leads away from
  ///   TLS, or would hand the body to another origin.
  static func next(
    after response: TransportResponse, to request: TransportRequest
  ) throws(AuthError) -> TransportRequest? {
    guard followed.contains(response.status), let location = response.headers["Location"] else { return nil }
    guard location.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != 0x5C }),
      let url = URL(string: location, relativeTo: request.url)?.absoluteURL, let target = Origin(url),
      let origin = Origin(request.url)
    else {
      throw AuthError(.malformedResponse, "The response (HTTP \(response.status)) redirects to an invalid address.")
    }
    guard target.isAcceptable, !(origin.scheme == "https" && target.scheme == "http") else {
      throw AuthError(.originNotAllowed, "\(origin) redirects to \(target), which is not secure.")
    }

    var next = request
    next.url = url
    if becomesGet(response.status, request.method) {
      next.method = "GET"
      next.body = nil
      next.headers["Content-Type"] = nil
      next.headers["Content-Encoding"] = nil
    }
    if target != origin {
      guard next.body == nil else {
        throw AuthError(.originNotAllowed, "\(origin) redirects a request with a body to \(target); it was not sent.")
      }
      next.headers = harmless(next.headers)
    }
    return next
  }

  private static let followed: Set<Int> = [301, 302, 303, 307, 308]

  /// 303 always means a GET; 301 and 302 mean a GET after a POST, as in every browser (RFC 9110 §15.4.2).
  private static func becomesGet(_ status: Int, _ method: String) -> Bool {
    switch status {
    case 303: method != "GET" && method != "HEAD"
    case 301, 302: method == "POST"
    default: false
    }
  }

  /// An allow list of headers that may cross origins, since a vendor's credential can have any name.
  private static func harmless(_ headers: HTTPHeaders) -> HTTPHeaders {
    var kept = HTTPHeaders()
    for field in headers.fields
    where ["Accept", "Content-Type", "User-Agent"].contains(where: { HTTPHeaders.same($0, field.name) }) {
      kept.add(field.name, field.value)
    }
    return kept
  }
}
