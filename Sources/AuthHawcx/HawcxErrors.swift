import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The vendor's errors as `AuthError`: the one table.
///
/// Messages are ours, since the server's could hold what was sent to it; only for a code that is not known here its own
/// is shown, held to what `HawcxServerText` lets through. What to do next comes from the failure's `action`, whatever its
/// code: that is the part which is known (H50).
enum HawcxErrors {
  /// The error behind an error step.
  static func error(_ failure: HawcxFailure, traceID: String?, now: Date) -> AuthError {
    let entry = table[failure.code]
    let deadline = failure.deadline(from: now)
    return AuthError(
      entry?.code ?? .providerError,
      entry?.message ?? unknown(failure),
      recovery: recovery(failure.action, deadline: deadline),
      retryAfter: deadline.map { Duration(fractionalSeconds: max(0, $0.timeIntervalSince(now))) },
      attemptsRemaining: failure.attemptsRemaining, fieldErrors: failure.fields, traceID: traceID,
      vendorCode: failure.code)
  }

  private static func unknown(_ failure: HawcxFailure) -> String {
    let text = "The vendor could not go on with the flow"
    guard let said = failure.message.flatMap({ HawcxServerText.shown($0) }) else { return text + "." }
    return "\(text); it says \"\(said)\"."
  }

  /// The error behind an answer without a step.
  static func error(_ response: TransportResponse, now: Date) -> AuthError {
    if let failure = response.generalFailure(now: now) { return failure }
    switch response.status {
    case 401:
      // The gateway's word, before any project is asked (H19).
      return AuthError(
        .invalidConfiguration,
        "The gateway knows no such tenant (HTTP 401): check configId, which is not the clientId, and that baseURL is "
          + "the same tenant's.")
    case 403:
      return AuthError(
        .invalidConfiguration,
        "The project does not let this app in (HTTP 403): check in the project's settings that it is active and takes "
          + "this relyingParty.")
    case 404:
      return AuthError(
        .invalidConfiguration,
        "There is no such service here (HTTP 404): check baseURL, which is the tenant's host, with or without /v1.")
    default:
      return AuthError(
        .providerError,
        "The vendor returned HTTP \(response.status) without an error that is known. Check the base URL and the vendor's status page."
      )
    }
  }

  private static func recovery(_ action: HawcxFailure.Action, deadline: Date?) -> AuthError.Recovery {
    switch action {
    case .retryInput: .retryInput
    case .restartFlow: .restart
    case .wait: deadline.map { .wait(until: $0) } ?? .retryRequest
    case .retryRequest: .retryRequest
    case .resendCode: .resend
    case .selectMethod: .selectMethod
    case .abort: .abort
    }
  }

  private static let deviceGone = "The server no longer trusts this device; sign in again to enrol it anew."

  /// GUESS H53: the codes but for `validation_error` (H52) and the six of devices (H54), which sources name.
  private static let table: [String: (code: AuthError.Code, message: String)] = [
    "validation_error": (.invalidRequest, "The vendor does not take what was entered; correct it."),
    "invalid_code": (.invalidCode, "The code is wrong."),
    "code_expired": (.codeExpired, "The code has expired; ask for a new one."),
    "too_many_attempts": (.tooManyAttempts, "Too many wrong codes; start again."),
    "resend_too_soon": (.rateLimited, "A new code cannot be asked for yet."),
    "resend_limit_reached": (.tooManyAttempts, "No more codes are sent for this sign-in; start again."),
    "invalid_phone": (.invalidIdentifier, "The vendor does not take this phone number."),
    "invalid_identifier": (.invalidIdentifier, "The vendor does not take this e-mail address or phone number."),
    "method_not_available": (.methodNotAvailable, "The method is not available for this user."),
    "user_not_found": (.userNotFound, "The vendor knows no user by this identifier."),
    "user_exists": (.userExists, "A user with this identifier exists already; sign in."),
    "invite_required": (.inviteRequired, "Signing up takes an invite code."),
    "invalid_invite_code": (.inviteRequired, "The invite code is not accepted."),
    "invalid_start_token": (.invalidToken, "The start token was refused."),
    "start_token_expired": (.tokenExpired, "The start token is past its time; get a new one."),
    "oauth_state_mismatch": (.redirectMismatch, "The callback does not belong to this flow."),
    "oauth_failed": (.redirectDenied, "The identity provider refused."),
    "approval_denied": (.approvalDenied, "The other device said no."),
    "approval_expired": (.approvalExpired, "The other device said nothing in time."),
    "session_expired": (.flowExpired, "The sign-in took too long; start again."),
    "session_not_found": (.flowExpired, "The server no longer knows this sign-in; start again."),
    "action_not_allowed": (.providerError, "The server does not take this answer at this step."),
    "rate_limited": (.rateLimited, "Too many requests; wait before the next."),
    "flow_cancelled": (.cancelled, "The sign-in was cancelled."),
    "unsupported_protocol_version": (.unsupported, "The server speaks another version of the protocol."),
    "server_error": (.serverError, "The vendor failed."),
    "device_not_found": (.keyUnavailable, deviceGone), "decryption_failed": (.keyUnavailable, deviceGone),
    "invalid_challenge": (.keyUnavailable, deviceGone), "invalid_signature": (.keyUnavailable, deviceGone),
    "info_mismatch": (.keyUnavailable, deviceGone), "info_string_mismatch": (.keyUnavailable, deviceGone),
  ]
}
