import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The target of a redirect, and the data that may be sent there (RFC 9110 §15.4).
///
/// The HTTP libraries are not allowed to follow redirects, because their lists of credential headers do not contain
/// stamps, client secrets and app identities.
enum RedirectRules {
  /// Returns the request that follows `response`; nil unless the response has the status 301, 302, 303, 307 or 308 and
  /// a `Location`.
  ///
  /// - Throws: `malformed_response` for an invalid address; `origin_not_allowed` for a redirect to http on another
  ///   machine, from https to http, or with a body to another origin.
  static func next(
    after response: TransportResponse, to request: TransportRequest
  ) throws(AuthError) -> TransportRequest? {
    guard followed.contains(response.status), let location = response.headers["Location"] else { return nil }
    guard location.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != 0x5C }),
      let url = URL(string: location, relativeTo: request.url)?.absoluteURL, let target = Origin(url),
      let origin = Origin(request.url)
    else {
      throw AuthError(
        .malformedResponse,
        "The response (HTTP \(response.status)) is a redirect, but the address in its Location field is not a valid "
          + "http or https URL. Check the address of the request.")
    }
    guard target.isAcceptable, !(origin.scheme == "https" && target.scheme == "http") else {
      throw AuthError(
        .originNotAllowed,
        "\(origin) redirects to \(target), where the request would have no TLS. The request was not sent there. Check "
          + "the address of the request.")
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
            + "address of the request.")
      }
      next.headers = harmless(next.headers)
    }
    return next
  }

  private static let followed: Set<Int> = [301, 302, 303, 307, 308]

  /// Returns whether the method becomes GET: after 303 for every method except HEAD (RFC 9110 §15.4.4), and, as in
  /// browsers, after 301 and 302 for POST (RFC 9110 §15.4.2, §15.4.3).
  private static func becomesGet(_ status: Int, _ method: String) -> Bool {
    switch status {
    case 303: method != "GET" && method != "HEAD"
    case 301, 302: method == "POST"
    default: false
    }
  }

  /// Returns the header fields that may be sent to another origin. Only the fields of an allow list are returned,
  /// because a vendor's credential can have any field name.
  private static func harmless(_ headers: HTTPHeaders) -> HTTPHeaders {
    var kept = HTTPHeaders()
    for field in headers.fields
    where ["Accept", "Content-Type", "User-Agent"].contains(where: { HTTPHeaders.same($0, field.name) }) {
      kept.add(field.name, field.value)
    }
    return kept
  }
}
