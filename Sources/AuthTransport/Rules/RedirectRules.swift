import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Where a redirect leads, and what may go along (RFC 9110 §15.4).
///
/// Done here and not by the HTTP library, whose lists of what is a credential do not know of stamps, client secrets
/// and app identities.
enum RedirectRules {
  /// The request that follows `response`, or nil when it is no redirect.
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
      throw AuthError(.malformedResponse, "The answer (HTTP \(response.status)) redirects to an invalid address.")
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

  /// 303 always asks for a GET; 301 and 302 are taken so for a POST, as every browser does (RFC 9110 §15.4.2).
  private static func becomesGet(_ status: Int, _ method: String) -> Bool {
    switch status {
    case 303: method != "GET" && method != "HEAD"
    case 301, 302: method == "POST"
    default: false
    }
  }

  /// A list of what may cross an origin rather than of what may not: a vendor's credential can have any name.
  private static func harmless(_ headers: HTTPHeaders) -> HTTPHeaders {
    var kept = HTTPHeaders()
    for field in headers.fields
    where ["Accept", "Content-Type", "User-Agent"].contains(where: { HTTPHeaders.same($0, field.name) }) {
      kept.add(field.name, field.value)
    }
    return kept
  }
}
