import AuthCore

/// An error step (H49, H50). The sources name only the code `validation_error` (H52) and the codes of devices (H54);
/// the other codes are our own (H53).
struct HawcxFailure: Sendable, Hashable {
  let code: String
  let action: String
  let isRetryable: Bool
  let message: String
  var details: JSONObject = [:]

  /// Whether the failure ends the flow, so that a client can only start a new one.
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
      code: "invalid_code", action: "retry_input", isRetryable: true, message: "That code is not right.",
      details: ["attemptsRemaining": .integer(Int64(attemptsLeft))])
  }

  static let codeExpired = HawcxFailure(
    code: "code_expired", action: "resend_code", isRetryable: true, message: "That code has expired.")

  /// `retry_after_seconds` is 0: the flow has ended, and the client may start a new one at once.
  static let tooManyAttempts = HawcxFailure(
    code: "too_many_attempts", action: "restart_flow", isRetryable: false, message: "Too many wrong codes.",
    details: ["retry_after_seconds": 0])

  static func resendTooSoon(until date: String, seconds: Int64) -> HawcxFailure {
    HawcxFailure(
      code: "resend_too_soon", action: "wait", isRetryable: true, message: "A new code cannot be sent yet.",
      details: ["retryAt": .string(date), "retry_after_seconds": .integer(seconds)])
  }

  static let resendLimitReached = HawcxFailure(
    code: "resend_limit_reached", action: "select_method", isRetryable: false,
    message: "No more codes are sent for this method.")

  static let invalidPhone = field("invalid_phone", "phone", "That is not a telephone number in E.164 form.")
  static let invalidIdentifier = field(
    "invalid_identifier", "identifier", "That is neither an e-mail address nor a telephone number.")
  static let inviteRequired = field("invite_required", "inviteCode", "An invitation code is required.")
  static let invalidInviteCode = field("invalid_invite_code", "inviteCode", "That invitation code is not right.")

  static let methodNotAvailable = HawcxFailure(
    code: "method_not_available", action: "select_method", isRetryable: true,
    message: "That method cannot be used here.")

  static let userNotFound = restart("user_not_found", "There is no such user.")
  static let userExists = restart("user_exists", "That user exists already.")
  static let invalidStartToken = restart("invalid_start_token", "The start token is not valid.")
  static let startTokenExpired = restart("start_token_expired", "The start token has expired.")
  static let approvalExpired = restart("approval_expired", "The sign-in was not approved in time.")
  static let sessionExpired = restart("session_expired", "The flow has expired.")
  static let sessionNotFound = restart("session_not_found", "There is no such flow.")

  static let oauthStateMismatch = HawcxFailure(
    code: "oauth_state_mismatch", action: "select_method", isRetryable: true,
    message: "The callback does not belong to this flow.")
  static let oauthFailed = HawcxFailure(
    code: "oauth_failed", action: "select_method", isRetryable: true,
    message: "The identity provider's code is not valid.")

  static let approvalDenied = abort("approval_denied", "The sign-in was denied.")
  static let actionNotAllowed = abort("action_not_allowed", "The flow does not expect this action now.")
  static let flowCancelled = abort("flow_cancelled", "The flow was cancelled.")
  static let unsupportedProtocolVersion = abort("unsupported_protocol_version", "Only protocol version 2 is supported.")

  /// A request that violates the protocol (H52).
  static func validation(_ name: String, _ message: String) -> HawcxFailure {
    HawcxFailure(
      code: "validation_error", action: "retry_input", isRetryable: true, message: "Request validation failed.",
      details: ["errors": [["field": .string(name), "message": .string(message)]]])
  }

  /// The transient failure with a code: `rate_limited`, `server_error`, or `newer_than_this`, whose `action` is unknown
  /// to clients; nil for any other code.
  static func passing(_ code: String) -> HawcxFailure? {
    switch code {
    case "rate_limited":
      HawcxFailure(
        code: code, action: "wait", isRetryable: true, message: "Too many requests.",
        details: ["retry_after_seconds": 5])
    case "server_error":
      HawcxFailure(
        code: code, action: "retry_request", isRetryable: true, message: "The server failed. Send the request again.")
    case "newer_than_this":
      HawcxFailure(
        code: code, action: "do_something_new", isRetryable: true, message: "This error is from a later version.")
    default: nil
    }
  }

  /// A failure with one of the codes that make a client delete its device record.
  static func device(_ code: String) -> HawcxFailure {
    HawcxFailure(
      code: code, action: "restart_flow", isRetryable: true, message: "This device is no longer trusted.")
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
