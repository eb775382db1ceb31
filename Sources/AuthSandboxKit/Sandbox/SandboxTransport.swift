public import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A transport to a sandbox in this process. It does not use a network socket. Faults and the request log work as over
/// HTTP.
public struct SandboxTransport: HTTPTransport {
  /// The sandbox that responds.
  public let sandbox: Sandbox
  private let clock: any AuthClock

  /// Creates a transport to `sandbox`. `clock` measures delays.
  public init(sandbox: Sandbox, clock: any AuthClock = SystemClock()) {
    self.sandbox = sandbox
    self.clock = clock
  }

  /// Passes the request to the sandbox and returns its response.
  ///
  /// - Throws: `network` for an origin other than the sandbox's and for a dropped or truncated response, `timeout` when
  ///   a delay is longer than the request's timeout, `response_too_large` when the body is larger than the request's
  ///   limit, `invalid_request` for malformed header fields, `cancelled`.
  public func send(_ request: TransportRequest) async throws(AuthError) -> TransportResponse {
    guard !Task.isCancelled else { throw AuthError.cancelled }
    guard request.headers.areValid else {
      throw AuthError(
        .invalidRequest,
        "A header field of the request has a malformed name or a line break in its value. Correct the field.")
    }
    let base = sandbox.baseURL
    guard let origin = Origin(request.url), origin == Origin(base) || origin == Origin(sandbox.webOrigin) else {
      throw AuthError(.network, "This transport reaches only the sandbox at \(base). Use its `baseURL`.")
    }
    let prepared = await sandbox.prepared(
      SandboxRequest(
        request.method, Self.target(of: request.url), headers: request.headers, body: request.body ?? []))
    let exchange = sandbox.exchange(prepared)
    // This transport carries only requests: it has no WebSocket client.
    if let socket = exchange.response?.socket { sandbox.detach(socket) }
    if exchange.delay > .zero { try await wait(exchange.delay, timeout: request.timeout) }
    guard let response = exchange.response, !exchange.isTruncated else {
      throw AuthError(
        .network,
        "The connection closed before the response was complete, because an injected fault dropped or truncated it. "
          + "Send the request again, or remove the fault.")
    }
    if let limit = request.responseSizeLimit, response.body.count > limit {
      throw AuthError(
        .responseTooLarge,
        "The response is larger than the \(limit) bytes that the request allows. Raise responseSizeLimit.")
    }
    var headers = response.headers
    // A server with a clock sends its time (RFC 9110 §6.6.1), as the sandbox does over HTTP.
    if headers["Date"] == nil { headers["Date"] = HTTPDate.encode(sandbox.now) }
    return TransportResponse(status: response.status, headers: headers, body: response.body)
  }

  private func wait(_ delay: Duration, timeout: Duration?) async throws(AuthError) {
    do throws(CancellationError) {
      try await clock.sleep(for: min(delay, timeout ?? delay))
    } catch {
      throw AuthError.cancelled
    }
    if let timeout, timeout < delay {
      throw AuthError(
        .timeout,
        "An injected fault delayed the response beyond the request's timeout. Send the request again, or remove "
          + "the fault.")
    }
  }

  /// Returns the path and query as written in the URL, without the fragment.
  private static func target(of url: URL) -> String {
    let text = url.absoluteString
    guard let scheme = text.range(ofASCII: "://") else { return "/" }
    let rest = text[scheme.upperBound...]
    let target = rest[(rest.firstIndex { $0 == "/" || $0 == "?" || $0 == "#" } ?? rest.endIndex)...]
      .prefix { $0 != "#" }
    return target.hasPrefix("/") ? String(target) : "/" + target
  }
}
