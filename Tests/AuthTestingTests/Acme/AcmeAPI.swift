import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The made-up vendor's endpoints.
struct AcmeAPI: Sendable {
  struct SignedIn: Sendable {
    var userID: String
    var access: Secret
    var refresh: Secret
    var lifetime: Double
  }

  let configuration: AcmeConfiguration
  let services: ProviderServices
  let memory: AcmeMemory

  private var flaw: AcmeFlaw { configuration.flaw }

  func sendCode(_ email: String) async throws(AuthError) -> (flow: String, resendIn: Double) {
    let answer = try await call("POST", "/v1/codes", ["email": .string(email)]).json()
    return (try answer.requiredString("flow"), answer["resend_in"]?.numberValue ?? 30)
  }

  func forget(_ flow: String) async throws(AuthError) { _ = try await call("DELETE", "/v1/codes") }

  func signIn(_ code: Secret, flow: String) async throws(AuthError) -> SignedIn {
    let body: JSONValue = ["flow": .string(flow), "code": .string(code.revealText())]
    return try signedIn(try await call("POST", "/v1/sessions", body))
  }

  func enrol(_ code: Secret, flow: String) async throws(AuthError) {
    let body: JSONValue = ["flow": .string(flow), "code": .string(code.revealText())]
    _ = try await call("POST", "/v1/addresses", body)
  }

  func refresh(_ token: Secret) async throws(AuthError) -> SignedIn {
    if flaw == .tokenInURL {
      return try signedIn(try await call("POST", "/v1/sessions/refresh?refresh_token=\(token.revealText())", [:]))
    }
    let body: JSONValue = ["refresh_token": .string(token.revealText())]
    let answer = try signedIn(try await call("POST", "/v1/sessions/refresh", body))
    guard flaw == .refreshesTwice else { return answer }
    let again: JSONValue = ["refresh_token": .string(answer.refresh.revealText())]
    return try signedIn(try await call("POST", "/v1/sessions/refresh", again))
  }

  func revoke(_ access: Secret) async throws(AuthError) {
    let response = try await call("DELETE", "/v1/sessions", bearer: access)
    guard response.status == 204 || flaw == .acceptsAnyRevocation else {
      throw AuthError(.malformedResponse, "The response to the sign-out is not the vendor's.")
    }
  }

  private func call(
    _ method: String, _ path: String, _ body: JSONValue? = nil, bearer: Secret? = nil
  ) async throws(AuthError) -> TransportResponse {
    if let outage = memory.outage.withLock({ $0 }) { throw outage }
    let text = configuration.baseURL.absoluteString + path
    var request = try TransportRequest(method, flaw == .plainHTTP ? "http" + text.dropFirst(5) : text)
    if let body {
      request.body = body.serialized
      request.headers["Content-Type"] = "application/json"
    }
    if flaw == .postIsSafe { request.retry = .safe }
    if flaw == .sendsCookies { request.headers["Cookie"] = "seen=1" }
    if let bearer { request.headers["Authorization"] = "Bearer " + bearer.revealText() }
    let response: TransportResponse
    do throws(AuthError) {
      response = try await services.transport.send(request)
    } catch {
      if flaw == .retriesItself, error.code == .network { return try await services.transport.send(request) }
      if flaw == .neverForgetsAnOutage { memory.outage.withLock { $0 = error } }
      if flaw == .lostAnswerIsRefusal, error.code == .network, path == "/v1/sessions", method == "POST" {
        throw AuthError(.invalidCode, "The code is wrong.")
      }
      if flaw == .namesItsTypeInErrors { throw error.adding(provider: "acme") }
      if flaw == .networkIsProviderError { throw AuthError(.providerError, "It did not work.", recovery: .restart) }
      if flaw == .forgetsRecovery { throw AuthError(error.code, error.message, recovery: .abort) }
      throw error
    }
    guard response.isSuccess else { throw refusal(response, to: request) }
    if flaw == .believesContentTypes, !response.body.isEmpty, response.headers["Content-Type"] != "application/json" {
      throw AuthError(.malformedResponse, "The response does not have the content type JSON.")
    }
    return response
  }

  private func refusal(_ response: TransportResponse, to request: TransportRequest) -> AuthError {
    if flaw == .repeatsServerText, let text = (try? response.json())?["message"]?.stringValue {
      return AuthError(.providerError, text, recovery: .restart)
    }
    if flaw == .serverErrorIsProviderError, response.status >= 500 {
      return AuthError(.providerError, "It did not work.", recovery: .restart)
    }
    if var failure = response.generalFailure(now: services.clock.now()) {
      if flaw == .ignoresRetryAfter { failure.retryAfter = nil }
      if flaw == .tokenInError {
        failure.underlying = String(decoding: request.body ?? [], as: UTF8.self)
      }
      return failure
    }
    let answer = try? response.json()
    switch answer?["code"]?.stringValue {
    case "wrong_code":
      let left: Int? =
        switch flaw {
        case .neverCountsDown: 3
        case .hidesAttempts: nil
        default: answer?["attempts_left"]?.integerValue.map { Int($0) }
        }
      let note = flaw == .repeatsRefusalText ? answer?["note"]?.stringValue : nil
      return AuthError(
        configuration.way == .password ? .invalidPassword : .invalidCode, note ?? "The code is wrong.",
        attemptsRemaining: left, vendorCode: "wrong_code")
    case "flow_expired": return AuthError(.flowExpired, "The sign-in has expired. Start it again.")
    case "invalid_email": return AuthError(.invalidIdentifier, "The vendor does not accept the address.")
    case "invalid_grant": return AuthError(.sessionExpired, "The vendor no longer renews the session.")
    case "invalid_token":
      return AuthError(.invalidToken, "The vendor does not accept the token.", vendorCode: "invalid_token")
    default:
      return AuthError(.providerError, "The vendor responded with HTTP \(response.status).", recovery: .restart)
    }
  }

  private func signedIn(_ response: TransportResponse) throws(AuthError) -> SignedIn {
    if flaw == .sessionFromGarbage, (try? response.json()) == nil {
      return SignedIn(userID: "unknown", access: Secret("none"), refresh: Secret("none"), lifetime: 3600)
    }
    let answer = try response.json()
    guard let lifetime = answer["expires_in"]?.numberValue, lifetime > 0 else {
      throw AuthError(.malformedResponse, "The response has no valid field 'expires_in'.")
    }
    return SignedIn(
      userID: try answer.requiredObject("user").requiredString("id"),
      access: try answer.requiredSecret("access_token"), refresh: try answer.requiredSecret("refresh_token"),
      lifetime: lifetime)
  }
}
