import AuthCore

/// An error step (H49, H50). The sources name only the code `validation_error` (H52) and the codes of devices (H54);
/// the other codes are the sandbox's own (H53).
struct HawcxFailure: Sendable, Hashable {
  let code: String
  let action: String
  let isRetryable: Bool
  let message: String
  var details: JSONObject = [:]

  /// Whether the failure ends the flow. If so, a client can only start a new one.
  var endsFlow: Bool { action == "restart_flow" || action == "abort" && code != "action_not_allowed" }

  /// The `step` of the response.
  var step: JSONObject {
    var step: JSONObject = [
      "type": "error", "code": .string(code), "action": .string(action), "message": .string(message),
      "retryable": .bool(isRetryable),
    ]
    if !details.isEmpty { step["details"] = .object(details) }
    return step
  }
}

extension HawcxFailure {
  static func invalidCode(attemptsLeft: Int) -> HawcxFailure {
    HawcxFailure(
      code: "invalid_code", action: "retry_input", isRetryable: true,
      message: "That code is not right. Enter the code again.",
      details: ["attemptsRemaining": .integer(Int64(attemptsLeft))])
  }

  static let codeExpired = HawcxFailure(
    code: "code_expired", action: "resend_code", isRetryable: true,
    message: "That code has expired. Request a new code.")

  /// `retry_after_seconds` is 0: the flow has ended, and the client may start a new one at once.
  static let tooManyAttempts = HawcxFailure(
    code: "too_many_attempts", action: "restart_flow", isRetryable: false,
    message: "Too many wrong codes. Start the sign-in again.",
    details: ["retry_after_seconds": 0])

  static func resendTooSoon(until date: String, seconds: Int64) -> HawcxFailure {
    HawcxFailure(
      code: "resend_too_soon", action: "wait", isRetryable: true,
      message: "A new code cannot be sent yet. Wait until the time in retryAt.",
      details: ["retryAt": .string(date), "retry_after_seconds": .integer(seconds)])
  }

  static let resendLimitReached = HawcxFailure(
    code: "resend_limit_reached", action: "select_method", isRetryable: false,
    message: "No more than \(HawcxLimits.codeSends) codes are sent in one step. Start the sign-in again.")

  static let invalidPhone = field(
    "invalid_phone", "phone",
    "The telephone number is not in E.164 format. Enter + and 7 to 15 digits, such as +14155550100.")
  static let invalidIdentifier = field(
    "invalid_identifier", "identifier",
    "The identifier is not valid. Enter an e-mail address, a telephone number in E.164 format or, with the policy "
      + "usernames, a user name.")
  static let inviteRequired = field(
    "invite_required", "inviteCode", "A new user needs an invitation code. Start again with inviteCode.")
  static let invalidInviteCode = field(
    "invalid_invite_code", "inviteCode", "The invitation code is wrong. Start again with the correct one.")

  static let methodNotAvailable = HawcxFailure(
    code: "method_not_available", action: "select_method", isRetryable: true,
    message: "This method is not offered, or cannot be used for this address. Select another method.")

  static let userNotFound = restart(
    "user_not_found", "No user has this address, and the flow does not create one. Sign up first.")
  static let userExists = restart("user_exists", "A user with this address exists already. Sign in instead.")
  static let invalidStartToken = restart(
    "invalid_start_token",
    "The start token is malformed, or is for another user or purpose. Request a new one from the app's backend.")
  static let startTokenExpired = restart(
    "start_token_expired", "The start token has expired. Request a new one from the app's backend.")
  static let approvalExpired = restart("approval_expired", "The sign-in was not approved in time. Start again.")
  static let sessionExpired = restart("session_expired", "The flow has expired. Start again.")
  static let sessionNotFound = restart(
    "session_not_found", "No flow has this session: it is missing or unknown, or the flow has ended. Start again.")

  static let oauthStateMismatch = HawcxFailure(
    code: "oauth_state_mismatch", action: "select_method", isRetryable: true,
    message: "The callback's state is not that of this flow. Select the method again.")
  static let oauthFailed = HawcxFailure(
    code: "oauth_failed", action: "select_method", isRetryable: true,
    message: "The identity provider's code is missing, unknown or expired. Select the method again.")

  static let approvalDenied = abort("approval_denied", "The user denied the sign-in on the second device. Start again.")
  static let actionNotAllowed = abort(
    "action_not_allowed",
    "The flow's current step does not accept this action. Send an action of the current step, or cancel.")
  static let flowCancelled = abort("flow_cancelled", "The client cancelled the flow. Start again.")
  static let unsupportedProtocolVersion = abort(
    "unsupported_protocol_version", "Only protocol version 2 is supported. Send protocolVersion 2.")

  /// A request that violates the protocol (H52).
  static func validation(_ name: String, _ message: String) -> HawcxFailure {
    HawcxFailure(
      code: "validation_error", action: "retry_input", isRetryable: true, message: "Request validation failed.",
      details: ["errors": [["field": .string(name), "message": .string(message)]]])
  }

  /// The transient failure that the policy `refuse` names by its code: `rate_limited`, `server_error`, or
  /// `newer_than_this`, whose `action` clients do not know; nil for any other code.
  static func simulated(_ code: String) -> HawcxFailure? {
    switch code {
    case "rate_limited":
      HawcxFailure(
        code: code, action: "wait", isRetryable: true,
        message: "The sandbox's policy 'refuse' simulates too many requests. Wait five seconds.",
        details: ["retry_after_seconds": 5])
    case "server_error":
      HawcxFailure(
        code: code, action: "retry_request", isRetryable: true, message: "The server failed. Send the request again.")
    case "newer_than_this":
      HawcxFailure(
        code: code, action: "do_something_new", isRetryable: true,
        message: "The sandbox's policy 'refuse' simulates an error of a later version. Update the client.")
    default: nil
    }
  }

  /// A failure with one of the codes that make a client delete its device record.
  static func device(_ code: String) -> HawcxFailure {
    HawcxFailure(
      code: code, action: "restart_flow", isRetryable: true,
      message: "The device is unknown, or its proof was refused. Delete the device's record, and start again.")
  }

  private static func field(_ code: String, _ name: String, _ message: String) -> HawcxFailure {
    HawcxFailure(
      code: code, action: "retry_input", isRetryable: true, message: message,
      details: ["errors": [["field": .string(name), "message": .string(message)]]])
  }

  private static func restart(_ code: String, _ message: String) -> HawcxFailure {
    HawcxFailure(code: code, action: "restart_flow", isRetryable: false, message: message)
  }

  private static func abort(_ code: String, _ message: String) -> HawcxFailure {
    HawcxFailure(code: code, action: "abort", isRetryable: false, message: message)
  }
}
