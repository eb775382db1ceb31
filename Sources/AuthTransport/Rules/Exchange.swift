import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// One hop of a request, with all defaults resolved.
struct Exchange: Sendable {
  /// The request as it is sent.
  var request: TransportRequest
  /// The URL as it is sent: the text that `origin` was parsed from.
  var address: String
  /// The origin that the request is sent to.
  var origin: Origin
  /// The deadline of the whole request, including earlier redirects.
  var deadline: ContinuousClock.Instant
  /// The largest body to accept.
  var responseSizeLimit: Int
}

extension TransportRequest {
  /// Checks this request, sends it with `perform`, and follows at most `redirectLimit` redirects. The next redirect is
  /// not followed: its 3xx response is returned.
  ///
  /// - Throws: the errors of `RequestRules.check`, `RedirectRules.next` and `perform`.
  func exchanged(
    _ options: TransportOptions, by perform: (Exchange) async throws(AuthError) -> TransportResponse
  ) async throws(AuthError) -> TransportResponse {
    let deadline = ContinuousClock.now + (timeout ?? options.timeout)
    var hop = self
    var redirectsLeft = redirectLimit
    while true {
      let exchange = Exchange(
        request: hop, address: hop.url.absoluteString, origin: try RequestRules.check(hop), deadline: deadline,
        responseSizeLimit: responseSizeLimit ?? options.responseSizeLimit)
      let response = try await perform(exchange)
      guard redirectsLeft > 0, let next = try RedirectRules.next(after: response, to: hop) else { return response }
      redirectsLeft -= 1
      hop = next
    }
  }
}
