import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Beacon's endpoints.
struct BeaconAPI: Sendable {
  let configuration: BeaconConfiguration
  let services: ProviderServices

  /// The header field that contains a session's token.
  static let sessionHeader = "Beacon-Session"

  /// `POST /approvals {"app", "user"?}` → `{"request", "shows", "expires_in", "poll_every"}`.
  func request(user: String?) async throws(AuthError) -> PendingApproval {
    var body: JSONObject = ["app": .string(configuration.appKey)]
    body["user"] = user.map { .string($0) }
    return try PendingApproval(try await post("/approvals", .object(body)).json(), now: services.clock.now())
  }

  /// `POST /approvals/ask {"request"}` → the decision; nil until the user has decided on the phone.
  func ask(_ pending: PendingApproval) async throws(AuthError) -> Approved? {
    try Approved(try await post("/approvals/ask", ["request": .string(pending.request.revealText())]).json())
  }

  /// `POST /approvals/withdraw {"request"}` → 204.
  func withdraw(_ pending: PendingApproval) async throws(AuthError) {
    _ = try await post("/approvals/withdraw", ["request": .string(pending.request.revealText())])
  }

  /// `POST /session/extend`, authorised by the session → `{"valid_until"}`.
  func extend(_ access: Secret) async throws(AuthError) -> Date {
    try Approved.validUntil(try await post("/session/extend", nil, session: access).json())
  }

  /// `POST /session/end`, authorised by the session → 204.
  func end(_ access: Secret) async throws(AuthError) {
    let response = try await post("/session/end", nil, session: access)
    // A success has no body, so a web page comes from a captive portal.
    if response.isWebPage {
      throw AuthError(
        .malformedResponse, "The response to the sign-out is a web page. Check the network for a captive portal.")
    }
  }

  /// Sends a request once; the transport does the retries.
  ///
  /// - Throws: the transport's errors, unchanged, and Beacon's errors as `BeaconErrors` maps them.
  private func post(
    _ path: String, _ body: JSONValue?, session: Secret? = nil
  ) async throws(AuthError) -> TransportResponse {
    var request = try TransportRequest("POST", configuration.baseURL.absoluteString + path)
    request.headers["Accept"] = "application/json"
    if let body {
      request.headers["Content-Type"] = "application/json"
      request.body = body.serialized
    }
    if let session { request.headers[Self.sessionHeader] = session.revealText() }
    let response = try await services.transport.send(request)
    guard response.isSuccess else { throw BeaconErrors.error(response, now: services.clock.now()) }
    return response
  }
}
