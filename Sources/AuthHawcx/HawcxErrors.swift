import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Maps the vendor's errors to `AuthError`, in one table.
///
/// The messages are this package's own, because the server's messages could repeat the user's input. An unknown code
/// has no message in the table, so the error quotes the server's message, limited by `ServerText`. The recovery
/// follows from the failure's `action` and not from its code, because all actions are known (H50).
enum HawcxErrors {
  /// The error for an error step.
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
    let text = "The vendor could not continue the flow"
    guard let said = failure.message.flatMap({ ServerText.shown($0) }) else { return text + "." }
    return "\(text). The vendor's message is \"\(said)\"."
  }

  /// The error for a response without a step.
  static func error(_ response: TransportResponse, now: Date) -> AuthError {
    if let failure = response.generalFailure(now: now) { return failure }
    switch response.status {
    case 401:
      // The gateway's response, before any project is checked (H19).
      return AuthError(
        .invalidConfiguration,
        "The gateway has no tenant with this configId (HTTP 401). Check configId, which is not the clientId, and that "
          + "baseURL belongs to the same tenant.")
    case 403:
      return AuthError(
        .invalidConfiguration,
        "The project refuses this app (HTTP 403). Check in the project's settings that it is active and accepts "
          + "this relyingParty.")
    case 404:
      return AuthError(
        .invalidConfiguration,
        "The service was not found (HTTP 404). Set baseURL to the tenant's host, with or without /v1.")
    default:
      return AuthError(
        .providerError,
        "The vendor returned HTTP \(response.status) without a known error. Check baseURL and the vendor's status "
          + "page.")
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

  private static let deviceGone = "The server no longer trusts this device. Sign in again to enrol it again."

  /// GUESS H53: the names of the codes are assumed, except `validation_error` (H52) and the six codes for devices
  /// (H54), which sources confirm.
  private static let table: [String: (code: AuthError.Code, message: String)] = [
    "validation_error": (.invalidRequest, "The vendor rejected the input. Correct it."),
    "invalid_code": (.invalidCode, "The code is wrong. Enter it again."),
    "code_expired": (.codeExpired, "The code has expired. Ask for a new one."),
    "too_many_attempts": (.tooManyAttempts, "Too many wrong codes were entered. Start again."),
    "resend_too_soon": (.rateLimited, "A new code cannot be requested yet. Wait a moment."),
    "resend_limit_reached": (.tooManyAttempts, "This sign-in has reached its limit on new codes. Start again."),
    "invalid_phone": (.invalidIdentifier, "The vendor does not accept this phone number. Enter another one."),
    "invalid_identifier": (
      .invalidIdentifier, "The vendor does not accept this e-mail address or phone number. Enter another one."
    ),
    "method_not_available": (.methodNotAvailable, "The method is not available for this user. Choose another one."),
    "user_not_found": (.userNotFound, "The vendor has no user with this identifier. Check the identifier, or sign up."),
    "user_exists": (.userExists, "A user with this identifier already exists. Sign in."),
    "invite_required": (.inviteRequired, "Sign-up requires an invite code. Enter one."),
    "invalid_invite_code": (.inviteRequired, "The vendor rejected the invite code. Enter another one."),
    "invalid_start_token": (.invalidToken, "The vendor rejected the start token. Get a new one from the backend."),
    "start_token_expired": (.tokenExpired, "The start token has expired. Get a new one from the backend."),
    "oauth_state_mismatch": (.redirectMismatch, "The callback does not belong to this flow. Start again."),
    "oauth_failed": (.redirectDenied, "The identity provider refused the sign-in. Start again."),
    "approval_denied": (.approvalDenied, "The user refused the sign-in on the other device. Start again."),
    "approval_expired": (.approvalExpired, "The user did not respond on the other device in time. Start again."),
    "session_expired": (.flowExpired, "The sign-in took too long. Start again."),
    "session_not_found": (.flowExpired, "The sign-in no longer exists at the server. Start again."),
    "action_not_allowed": (.providerError, "The server does not accept this action at this step. Start again."),
    "rate_limited": (.rateLimited, "Too many requests. Wait a moment, then try again."),
    "flow_cancelled": (.cancelled, "The sign-in was cancelled at the server. Start again."),
    "unsupported_protocol_version": (
      .unsupported, "The server uses another version of the protocol. Update this package."
    ),
    "server_error": (.serverError, "The vendor had an internal error. Try again."),
    "device_not_found": (.keyUnavailable, deviceGone), "decryption_failed": (.keyUnavailable, deviceGone),
    "invalid_challenge": (.keyUnavailable, deviceGone), "invalid_signature": (.keyUnavailable, deviceGone),
    "info_mismatch": (.keyUnavailable, deviceGone), "info_string_mismatch": (.keyUnavailable, deviceGone),
  ]
}
