import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The only endpoint of a flow: `POST {base}/v1/auth` (H1).
struct HawcxAPI: Sendable {
  let configuration: HawcxConfiguration
  let transport: any HTTPTransport
  let clock: any AuthClock
  let requestIDs: HawcxRequestIDs
  var codec: any HawcxWireCodec = HawcxJSONCodec()

  /// Sends an action and returns the server's step. GUESS H56: an error step is valid with any HTTP status.
  ///
  /// - Throws: the transport's errors; `cancelled` if the task was cancelled, even if a response arrived;
  ///   `malformed_response`; the error from `HawcxErrors` for a response without a step.
  func send(_ action: HawcxAction, session: String?) async throws(AuthError) -> HawcxResponse {
    let id = requestIDs.id(for: action, session: session)
    var request = TransportRequest.json(
      "POST", configuration.baseURL.flowEndpoint, codec.encode(action, session: session), headers: headers(id),
      retry: .idempotent(id))
    request.timeout = .seconds(15)
    let response = try await transport.send(request)
    // The flow ignores the response after a cancellation. The action stays unanswered, so that it keeps its request ID
    // if it is sent again.
    if Task.isCancelled { throw .cancelled }
    let decoded = try decode(response)
    requestIDs.answered()
    return decoded.corrected(by: HawcxClockOffset.measure(response, now: clock.now()))
  }

  private func decode(_ response: TransportResponse) throws(AuthError) -> HawcxResponse {
    do throws(AuthError) {
      let decoded = try codec.decode(try response.json())
      if response.isSuccess { return decoded }
      if case .error = decoded.step { return decoded }
    } catch {
      if response.isSuccess { throw error }
    }
    // An error status other than 429 and 5xx is the server's decision, so the same action is a new request if it is
    // sent again. After 429 and 5xx there is no decision, and an earlier attempt may have reached the server.
    if response.status < 500, response.status != 429 { requestIDs.answered() }
    throw HawcxErrors.error(response, now: clock.now())
  }

  private func headers(_ requestID: String) -> HTTPHeaders {
    var headers: HTTPHeaders = [
      "Accept": "application/json", "X-Config-Id": configuration.configID, "X-Request-Id": requestID,
      "X-Hawcx-Protocol-Version": String(HawcxJSONCodec.protocolVersion),
      // DESIGN H91: the headers are the vendor's (H5). The values name this package, not the vendor's SDK.
      "X-Hawcx-SDK": "latchkey-swift", "X-Hawcx-SDK-Version": PackageVersion.current,
      "X-Hawcx-Platform": HawcxPlatform.name, "X-OS": HawcxPlatform.system,
    ]
    headers["X-Relying-Party"] = configuration.relyingParty
    return headers
  }
}
