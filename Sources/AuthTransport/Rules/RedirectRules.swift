import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The target of a redirect, and the data that may be sent there (RFC 9110 §15.4).
///
/// The HTTP libraries do not follow redirects, because their lists of credential headers do not contain stamps, client
/// secrets and app identities.
enum RedirectRules {
  /// Returns the request that follows `response`; nil when the response is not a redirect.
  ///
  /// - Throws: `malformed_response` for an invalid address; `origin_not_allowed` for a redirect to an address without
  ///   TLS, or for one that would send the body to another origin.
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
      throw AuthError(.originNotAllowed, "\(origin) redirects to \(target), which is not secure. Check the address.")
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
        throw AuthError(
          .originNotAllowed,
          "\(origin) redirects a request with a body to \(target). Bodies are not sent to another origin. Check the "
            + "address.")
      }
      next.headers = harmless(next.headers)
    }
    return next
  }

  private static let followed: Set<Int> = [301, 302, 303, 307, 308]

  /// Returns whether the method becomes GET: after 303, unless it is HEAD, and, as in browsers, after 301 and 302 to a
  /// POST (RFC 9110 §15.4.2).
  private static func becomesGet(_ status: Int, _ method: String) -> Bool {
    switch status {
    case 303: method != "GET" && method != "HEAD"
    case 301, 302: method == "POST"
    default: false
    }
  }

  /// Returns the header fields that may be sent to another origin. They are an allow list, because a vendor's
  /// credential can have any field name.
  private static func harmless(_ headers: HTTPHeaders) -> HTTPHeaders {
    var kept = HTTPHeaders()
    for field in headers.fields
    where ["Accept", "Content-Type", "User-Agent"].contains(where: { HTTPHeaders.same($0, field.name) }) {
      kept.add(field.name, field.value)
    }
    return kept
  }
}
