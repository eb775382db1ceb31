import AuthCore
import Testing

@testable import AuthPrivy

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite struct PrivyErrorsTests {
  private func error(
    _ status: Int, _ code: String?, _ context: PrivyErrors.Context, headers: HTTPHeaders = [:]
  ) -> AuthError {
    var body: JSONObject = ["error": "canary-text"]
    body["code"] = code.map { .string($0) }
    var response = TransportResponse(status: status, headers: headers, body: JSONValue.object(body).serialized)
    response.headers["x-request-id"] = "req-1"
    return PrivyErrors.error(response, in: context, now: Date(timeIntervalSince1970: 0))
  }

  @Test func mapsEveryError() {
    let cases: [(Int, String?, PrivyErrors.Context, AuthError.Code)] = [
      (400, "invalid_data", .appToken, .invalidToken), (401, "invalid_credentials", .appToken, .invalidToken),
      (403, "missing_or_invalid_token", .appToken, .invalidToken),
      (422, "invalid_credentials", .appToken, .invalidToken),
      (422, nil, .appToken, .invalidToken), (401, nil, .appToken, .invalidToken),
      (403, "allowlist_rejected", .appToken, .forbidden), (403, "max_accounts_reached", .appToken, .forbidden),
      (403, "disallowed_login_method", .appToken, .methodNotAvailable),
      (404, "user_does_not_exist", .appToken, .userNotFound), (429, "too_many_requests", .appToken, .rateLimited),
      (422, "invalid_credentials", .code, .invalidCode), (422, nil, .code, .invalidCode),
      (400, "invalid_data", .sendCode, .invalidIdentifier), (422, nil, .sendCode, .invalidIdentifier),
      (400, "disallowed_plus_email", .sendCode, .invalidIdentifier),
      (400, "invalid_captcha", .sendCode, .captchaRequired),
      (400, "invalid_data", .session, .invalidRequest), (401, "missing_or_invalid_token", .session, .sessionExpired),
      (401, "missing_or_invalid_token", .refresh, .sessionExpired),
      (401, "token_already_used", .refresh, .sessionExpired),
      (401, nil, .refresh, .sessionExpired), (400, nil, .refresh, .providerError),
      (400, "missing_or_invalid_privy_client_id", .refresh, .invalidConfiguration),
      (400, "missing_or_invalid_privy_app_id", .appToken, .invalidConfiguration),
      (403, "invalid_native_app_id", .appToken, .invalidConfiguration),
      (500, nil, .refresh, .serverError), (503, "invalid_credentials", .refresh, .serverError),
      (429, nil, .refresh, .rateLimited), (408, nil, .refresh, .timeout), (418, nil, .appToken, .providerError),
    ]
    for (status, code, context, expected) in cases {
      let error = error(status, code, context)
      #expect(error.code == expected, "\(status) \(code ?? "-") \(context): \(error)")
      #expect(error.vendorCode == code)
      #expect(error.traceID == "req-1")
      #expect(!error.message.contains("canary"))
    }
  }

  @Test func hidesAMalformedCode() {
    for code in ["refused: {\"code\":\"123456\"}", "123456", "", String(repeating: "a", count: 65)] {
      let error = error(422, code, .code)
      #expect(error.code == .invalidCode && error.vendorCode == nil, "\(code)")
    }
    #expect(error(422, "something_new", .code).vendorCode == "something_new")
  }

  @Test func readsRetryAfter() {
    let error = error(429, "too_many_requests", .sendCode, headers: ["Retry-After": "7"])
    #expect(error.retryAfter == .seconds(7))
  }

  @Test func onlyDefiniteErrorsEndASession() {
    #expect(PrivyErrors.endsSession(error(401, "token_already_used", .refresh)))
    for (status, code) in [(500, nil), (429, nil), (400, "invalid_origin"), (400, nil)] as [(Int, String?)] {
      #expect(!PrivyErrors.endsSession(error(status, code, .refresh)))
    }
    #expect(PrivyErrors.meansLoggedOut(error(400, "already_logged_out", .logOut)))
    #expect(!PrivyErrors.meansLoggedOut(error(500, nil, .logOut)))
  }
}
