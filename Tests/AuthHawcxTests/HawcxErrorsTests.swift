import AuthCore
import Testing

@testable import AuthHawcx

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite struct HawcxErrorsTests {
  @Test func mapsEveryKnownCode() {
    let table: [(vendor: String, code: AuthError.Code)] = [
      ("invalid_code", .invalidCode), ("code_expired", .codeExpired), ("too_many_attempts", .tooManyAttempts),
      ("resend_too_soon", .rateLimited), ("resend_limit_reached", .tooManyAttempts),
      ("invalid_phone", .invalidIdentifier), ("invalid_identifier", .invalidIdentifier),
      ("method_not_available", .methodNotAvailable), ("user_not_found", .userNotFound), ("user_exists", .userExists),
      ("invite_required", .inviteRequired), ("invalid_invite_code", .inviteRequired),
      ("invalid_start_token", .invalidToken), ("start_token_expired", .tokenExpired),
      ("oauth_state_mismatch", .redirectMismatch), ("oauth_failed", .redirectDenied),
      ("approval_denied", .approvalDenied), ("approval_expired", .approvalExpired), ("session_expired", .flowExpired),
      ("session_not_found", .flowExpired), ("action_not_allowed", .providerError), ("rate_limited", .rateLimited),
      ("flow_cancelled", .cancelled), ("unsupported_protocol_version", .unsupported), ("server_error", .serverError),
      ("something_new", .providerError),
    ]
    for row in table {
      let failure = HawcxFailure(code: row.vendor, action: .abort)
      let error = HawcxErrors.error(failure, traceID: "trc_1", now: HawcxScript.now)
      #expect(error.code == row.code, "\(row.vendor)")
      #expect(error.vendorCode == row.vendor && error.traceID == "trc_1" && error.recovery == .abort)
      #expect(error.message.hasSuffix(".") && !error.message.contains(row.vendor))
    }
  }

  @Test func waitWithoutATimeIsARetry() {
    let error = HawcxErrors.error(HawcxFailure(code: "x", action: .wait), traceID: nil, now: HawcxScript.now)
    #expect(error.recovery == .retryRequest && error.retryAfter == nil)
    let past = HawcxFailure(code: "x", action: .wait, retryAt: HawcxScript.now.addingTimeInterval(-5))
    #expect(HawcxErrors.error(past, traceID: nil, now: HawcxScript.now).retryAfter == .zero)
  }
}
