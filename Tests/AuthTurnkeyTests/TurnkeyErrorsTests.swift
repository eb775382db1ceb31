import AuthCore
import Testing

@testable import AuthTurnkey

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite struct TurnkeyErrorsTests {
  private func error(
    _ status: Int, _ message: String, _ code: String? = nil, in context: TurnkeyErrors.Context = .stamped
  ) -> AuthError {
    var body: JSONObject = ["code": 3, "message": .string(message)]
    if let code {
      body["details"] = [
        ["@type": "type.googleapis.com/other"],
        ["@type": "type.googleapis.com/errors.v1.TurnkeyErrorDetail", "turnkeyErrorCode": .string(code)],
      ]
    }
    let response = TransportResponse(status: status, body: JSONValue.object(body).serialized)
    return TurnkeyErrors.error(response, in: context, now: Date(timeIntervalSince1970: 0))
  }

  @Test func mapsTheVendorsCodes() {
    let cases: [(Int, String, AuthError.Code)] = [
      (401, "API_KEY_EXPIRED", .sessionExpired), (401, "PUBLIC_KEY_NOT_FOUND", .sessionRevoked),
      (404, "CREDENTIAL_NOT_FOUND", .sessionRevoked), (404, "ORGANIZATION_NOT_FOUND", .sessionRevoked),
      (401, "SIGNATURE_INVALID", .signatureInvalid), (401, "SIGNATURE_MISSING", .signatureInvalid),
      (401, "UNAUTHENTICATED", .reauthenticationRequired), (403, "REQUEST_NOT_AUTHORIZED", .forbidden),
      (403, "FORBIDDEN", .forbidden), (400, "REQUEST_INVALID", .providerError),
      (400, "INVALID_ORGANIZATION_ID", .invalidConfiguration), (400, "INVALID_OIDC_TOKEN", .invalidToken),
      (400, "INVALID_EMAIL", .invalidIdentifier), (429, "RATE_LIMIT_EXCEEDED", .rateLimited),
      (500, "INTERNAL", .serverError), (409, "OAUTH_PROVIDER_ALREADY_EXISTS", .userExists),
    ]
    for (status, vendorCode, code) in cases {
      let error = error(status, "some text", vendorCode)
      #expect(error.code == code, "\(vendorCode)")
      #expect(error.vendorCode == vendorCode)
      #expect(!error.message.contains("some text"))
    }
    #expect(error(401, "x", "PUBLIC_KEY_NOT_FOUND", in: .logIn).code == .invalidToken)
    #expect(error(404, "x", "ORGANIZATION_NOT_FOUND", in: .sendCode).code == .invalidConfiguration)
  }

  @Test func documentedTextsReplaceMissingCodes() {
    let cases: [(Int, String, AuthError.Code)] = [
      (401, "expired api key", .sessionExpired),
      (401, "could not find public key in organization or its parent organization", .sessionRevoked),
      (401, "could not verify api key signature", .signatureInvalid),
      (401, "no valid authentication signature found for request", .signatureInvalid),
      (404, "webauthn authenticator not found in organization", .sessionRevoked),
      (403, "request not authorized", .forbidden), (400, "malformed organization ID provided", .invalidConfiguration),
      (500, "internal server error", .serverError),
    ]
    for (status, text, code) in cases {
      let error = error(status, text)
      #expect(error.code == code, "\(text)")
      #expect(error.message.contains("The vendor says:"), "\(text)")
      #expect(error.vendorCode == nil)
    }
  }

  @Test func onlyADefiniteErrorEndsASession() {
    let ending = [
      error(401, "x", "API_KEY_EXPIRED"), error(401, "x", "PUBLIC_KEY_NOT_FOUND"),
      error(404, "x", "CREDENTIAL_NOT_FOUND"), error(401, "expired api key"),
    ]
    for error in ending { #expect(TurnkeyErrors.endsSession(error), "\(error)") }
    let keeping = [
      error(401, "x", "SIGNATURE_INVALID"), error(401, "anything"), error(403, "x", "FORBIDDEN"),
      error(500, "x", "INTERNAL"), error(429, "x"), error(400, "x", "REQUEST_INVALID"), error(408, "x"),
      AuthError(.network, ""), AuthError(.timeout, ""), AuthError(.malformedResponse, ""), .cancelled,
      TurnkeyErrors.error(TransportResponse(status: 401), in: .stamped, now: Date()),
      TurnkeyErrors.error(TransportResponse(status: 503, body: [0xFF]), in: .stamped, now: Date()),
    ]
    for error in keeping { #expect(!TurnkeyErrors.endsSession(error), "\(error)") }
  }

  @Test func distinguishesFaultsOfACode() {
    let cases: [(Int, String, String?, AuthError.Code)] = [
      (400, "invalid otp code", nil, .invalidCode), (401, "incorrect code, 2 attempts remaining", nil, .invalidCode),
      (400, "otp code expired", nil, .codeExpired), (400, "OTP has expired", "REQUEST_INVALID", .codeExpired),
      (403, "too many attempts", nil, .tooManyAttempts), (400, "otp is locked", nil, .tooManyAttempts),
      (429, "maximum number of attempts exceeded for otp code", nil, .tooManyAttempts),
      (404, "no OTP found with this ID", nil, .flowExpired), (400, "otp already used", nil, .flowExpired),
      (400, "", nil, .invalidCode), (400, "whatever", nil, .invalidCode),
      (429, "Too many requests. Please wait and try again in a few seconds", nil, .rateLimited),
      (500, "internal server error", nil, .serverError), (401, "authentication failed", nil, .forbidden),
    ]
    for (status, text, vendorCode, code) in cases {
      #expect(error(status, text, vendorCode, in: .verifyCode).code == code, "\(status) \(text)")
    }
  }

  @Test func requestDecidesIfTheServerGivesNoReason() {
    #expect(error(400, "?", in: .logIn).code == .invalidToken)
    #expect(error(400, "?", in: .logIn).recovery == .restart)
    #expect(error(400, "user with this email already exists", in: .signUp).code == .userExists)
    #expect(error(403, "?", in: .sendCode).code == .forbidden)
    #expect(error(404, "?", in: .account).code == .providerError)
    #expect(error(503, "?", in: .sendCode).code == .serverError)
  }

  @Test func errorsContainNoEchoedText() {
    let canary = "canary-7f3a"
    for context in [TurnkeyErrors.Context.stamped, .account, .sendCode, .verifyCode, .logIn, .signUp] {
      for status in [400, 401, 403, 404, 409, 429, 500] {
        for text in ["\(canary)", "expired api key \(canary)", "otp \(canary)", "already exists \(canary)"] {
          let error = error(status, text, in: context)
          var dumped = ""
          dump(error, to: &dumped)
          #expect(!dumped.contains(canary) && !"\(error)".contains(canary))
        }
      }
    }
  }
}
