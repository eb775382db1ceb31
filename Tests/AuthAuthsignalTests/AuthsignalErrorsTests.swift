import AuthCore
import AuthTesting
import Testing

@testable import AuthAuthsignal

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite struct AuthsignalErrorsTests {
  private let now = Date(timeIntervalSince1970: 1_000)

  @Test func mapsTheVendorsCodes() {
    let table: [(String, Int, AuthsignalErrors.Context, AuthError.Code)] = [
      ("unauthorized", 401, .list, .invalidToken), ("expired_token", 401, .verify, .tokenExpired),
      ("token_required", 401, .list, .invalidToken), ("token_invalid", 401, .list, .invalidToken),
      ("invalid_request", 400, .enroll, .invalidIdentifier), ("invalid_request", 400, .verify, .providerError),
      ("invalid_configuration", 400, .challenge, .invalidConfiguration),
      ("invalid_credential", 400, .challenge, .noCredential), ("unknown_credential", 400, .verify, .noCredential),
      ("too_many_requests", 429, .challenge, .rateLimited), ("too_many_requests", 400, .challenge, .rateLimited),
      ("AUTHENTICATOR_NOT_FOUND", 400, .challenge, .methodNotAvailable), ("new_code", 400, .verify, .providerError),
      ("invalid_credential", 400, .device, .noCredential), ("invalid_request", 400, .decide, .approvalExpired),
      ("insufficient_scope", 403, .enroll, .forbidden), ("api_error", 404, .list, .invalidConfiguration),
      ("not_found", 404, .device, .invalidConfiguration), ("invalid_request", 400, .device, .providerError),
      ("new_code", 403, .enroll, .forbidden), ("new_code", 401, .enroll, .invalidToken),
      ("new_code", 502, .enroll, .serverError), ("new_code", 201, .enroll, .providerError),
    ]
    for (vendorCode, status, context, expected) in table {
      // The vendor's clients read the code from members with different names.
      for body: JSONValue in [
        ["error": .string(vendorCode), "errorCode": .string(vendorCode), "errorDescription": "secret text"],
        ["error": .string(vendorCode)], ["error": "Some text.", "errorCode": .string(vendorCode)],
      ] {
        let error = AuthsignalErrors.error(.json(body, status: status), in: context, now: now)
        #expect(error.code == expected, "\(vendorCode) \(status)")
        #expect(error.vendorCode == vendorCode && !error.message.contains("secret"))
      }
    }
  }

  /// A redirect and an empty success come from a proxy or a captive portal: they do not mean "not enrolled".
  @Test func statusesThatTheAPIDoesNotUseSayNothingAboutTheUser() {
    for status in [204, 205, 301, 302, 304, 307, 308] {
      for body: JSONValue in [[:], ["errorCode": "invalid_credential"]] {
        for context: AuthsignalErrors.Context in [.challenge, .enroll, .device, .decide] {
          let error = AuthsignalErrors.error(.json(body, status: status), in: context, now: now)
          #expect(error.code == .malformedResponse && error.vendorCode == nil, "\(status)")
          #expect(!AuthsignalErrors.meansNotEnrolled(error))
        }
      }
    }
  }

  /// Checks that every known code of the vendor's servers and SDKs is mapped.
  @Test func mapsEveryCodeOfTheVendor() {
    let table: [AuthsignalErrorCode: AuthError.Code] = [
      .unauthorized: .invalidToken, .expiredToken: .tokenExpired, .invalidRequest: .providerError,
      .invalidConfiguration: .invalidConfiguration, .invalidCredential: .noCredential,
      .unknownCredential: .noCredential, .tooManyRequests: .rateLimited,
      .authenticatorNotFound: .methodNotAvailable, .tokenRequired: .invalidToken, .tokenInvalid: .invalidToken,
      .tokenNotSet: .tokenRequired, .networkError: .network, .apiError: .invalidConfiguration,
      .userCanceled: .cancelled, .noCredential: .noCredential, .matchedExcludedCredential: .credentialExcluded,
      .credentialNotFound: .noCredential, .createKeyPairFailed: .keyUnavailable, .invalidPINFormat: .invalidRequest,
      .sdkError: .providerError, .domError: .providerError, .invalidStateError: .providerError,
      .invalidAlgorithmParameter: .keyUnavailable, .unknownKeyGenerationError: .keyUnavailable,
      .immediateMediationNotSupported: .unsupported, .unexpectedError: .providerError,
      .invalidRequestToken: .invalidToken,
    ]
    #expect(Set(table.keys) == Set(AuthsignalErrorCode.allCases))
    for (known, expected) in table {
      let body: JSONValue = ["error": .string(known.rawValue), "errorCode": .string(known.rawValue)]
      let error = AuthsignalErrors.error(.json(body, status: 400), in: .list, now: now)
      #expect(error.code == expected && error.authsignalCode == known, "\(known.rawValue)")
    }
    // The codes in the vendor's spelling.
    let names = """
      unauthorized expired_token invalid_request invalid_configuration invalid_credential unknown_credential \
      too_many_requests AUTHENTICATOR_NOT_FOUND token_required token_invalid invalid_request_token \
      token_not_set network_error api_error \
      user_canceled no_credential matched_excluded_credential credential_not_found create_key_pair_failed \
      invalid_pin_format sdk_error dom_error invalid_state_error invalid_algorithm_parameter \
      unknown_key_generation_error immediate_mediation_not_supported unexpected_error
      """
    #expect(AuthsignalErrorCode.allCases.map(\.rawValue) == names.split(separator: " ").map { String($0) })
  }

  @Test func namesItsOwnErrorsAsTheVendorDoes() {
    let table: [(AuthError.Code, AuthsignalErrorCode?)] = [
      (.network, .networkError), (.timeout, .networkError), (.serverError, .networkError),
      (.malformedResponse, .networkError), (.cancelled, .userCanceled),
      (.noCredential, .noCredential), (.credentialExcluded, .matchedExcludedCredential),
      (.tokenRequired, .tokenNotSet), (.tokenExpired, .expiredToken), (.rateLimited, .tooManyRequests),
      (.invalidToken, .tokenInvalid), (.keyUnavailable, .createKeyPairFailed), (.internalError, .unexpectedError),
      (.invalidCode, nil), (.approvalDenied, nil),
    ]
    for (code, expected) in table { #expect(AuthError(code, "").authsignalCode == expected, "\(code)") }
    #expect(AuthError(.noCredential, "", vendorCode: "credential_not_found").authsignalCode == .credentialNotFound)
  }

  @Test func readsErrorsWithoutACode() {
    let html = TransportResponse(status: 502, body: Array("<html>Bad gateway</html>".utf8))
    #expect(AuthsignalErrors.error(html, in: .list, now: now).code == .serverError)
    let text = AuthsignalErrors.error(.json(["error": "Not this time, Jane."], status: 400), in: .list, now: now)
    #expect(text.code == .providerError && text.vendorCode == nil)
    var slow = TransportResponse.json(["error": "too_many_requests"], status: 429)
    slow.headers["Retry-After"] = "30"
    let limited = AuthsignalErrors.error(slow, in: .challenge, now: now)
    #expect(limited.retryAfter == .seconds(30))
    #expect(limited.recovery == .wait(until: now.addingTimeInterval(30)))
  }

  @Test func classifiesRefusalsOfACode() {
    #expect(AuthsignalErrors.refusedCode("CODE_INVALID_OR_EXPIRED", isLate: false).code == .invalidCode)
    #expect(AuthsignalErrors.refusedCode("CODE_INVALID_OR_EXPIRED", isLate: true).code == .codeExpired)
    #expect(AuthsignalErrors.refusedCode("MAX_ATTEMPTS_EXCEEDED", isLate: true).code == .tooManyAttempts)
    #expect(AuthsignalErrors.refusedCode(nil, isLate: true).code == .invalidCode)
    let wrong = AuthsignalErrors.refusedCode("CODE_INVALID_OR_EXPIRED", isLate: false, attemptsLeft: 4)
    #expect(wrong.attemptsRemaining == 4)
    #expect(AuthsignalErrors.refusedCode("MAX_ATTEMPTS_EXCEEDED", isLate: false).attemptsRemaining == 0)
  }
}
