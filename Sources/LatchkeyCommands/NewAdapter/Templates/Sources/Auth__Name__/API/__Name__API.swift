import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The vendor's endpoints.
struct __Name__API: Sendable {
  let configuration: __Name__Configuration
  let services: ProviderServices

  // CHANGE ME 4: paths, fields and responses. Cite the vendor's document for each.

  /// `POST /v1/codes {"client_id", "email"}` → `{"flow", "resend_in"?, "expires_in"?}`.
  func sendCode(to email: String) async throws(AuthError) -> PendingCode {
    let body: JSONValue = ["client_id": .string(configuration.clientID), "email": .string(email)]
    let answer = try await send("POST", "/v1/codes", body).json()
    return try PendingCode(answer, email: email, now: services.clock.now())
  }

  /// `POST /v1/codes/cancel {"flow"}` → 204.
  func forget(_ pending: PendingCode) async throws(AuthError) {
    _ = try await send("POST", "/v1/codes/cancel", ["flow": .string(pending.flow)])
  }

  /// `POST /v1/sessions {"flow", "code"}` → the response that `TokenAnswer` reads.
  func signIn(_ code: Secret, _ pending: PendingCode) async throws(AuthError) -> TokenAnswer {
    let body: JSONValue = ["flow": .string(pending.flow), "code": .string(code.revealText())]
    return try TokenAnswer(try await send("POST", "/v1/sessions", body).json())
  }

  /// `POST /v1/sessions/refresh {"refresh_token"}` → the response that `TokenAnswer` reads. The refresh token is in the
  /// body, because servers log URLs.
  func refresh(_ token: Secret) async throws(AuthError) -> TokenAnswer {
    let body: JSONValue = ["refresh_token": .string(token.revealText())]
    return try TokenAnswer(try await send("POST", "/v1/sessions/refresh", body).json())
  }

  /// `DELETE /v1/sessions`, authorised by the access token of the session to end → 204.
  func revoke(_ access: Secret) async throws(AuthError) {
    let response = try await send("DELETE", "/v1/sessions", bearer: access)
    // A success has no body, so a web page comes from a captive portal.
    if response.isWebPage {
      throw AuthError(
        .malformedResponse, "The response to the sign-out is a web page. Check the network for a captive portal.")
    }
  }

  /// Sends a request once; the transport does the retries. A request that must not run twice keeps `RetryIntent.never`,
  /// the default of every method except GET and HEAD.
  ///
  /// - Throws: the transport's errors, unchanged, and the vendor's errors as `__Name__Errors` maps them.
  private func send(
    _ method: String, _ path: String, _ body: JSONValue? = nil, bearer: Secret? = nil
  ) async throws(AuthError) -> TransportResponse {
    var request = try TransportRequest(method, configuration.baseURL.absoluteString + path)
    request.headers["Accept"] = "application/json"
    if let body {
      request.headers["Content-Type"] = "application/json"
      request.body = body.serialized
    }
    if let bearer { request.headers["Authorization"] = "Bearer " + bearer.revealText() }
    let response = try await services.transport.send(request)
    guard response.isSuccess else { throw __Name__Errors.error(response, now: services.clock.now()) }
    return response
  }
}
