import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The step with which the server refuses an action (H49, H50).
struct HawcxFailure: Sendable {
  /// What the client should do after the refusal, according to the server.
  enum Action: String, Sendable, CaseIterable {
    case retryInput = "retry_input"
    case restartFlow = "restart_flow"
    case wait
    case retryRequest = "retry_request"
    case resendCode = "resend_code"
    case selectMethod = "select_method"
    case abort
  }

  var code: String
  /// DESIGN H51: an unknown action is read as `retry_request` if the step's `retryable` is true, and otherwise as
  /// `abort`.
  var action: Action
  var retryAfter: Duration?
  var retryAt: Date?
  var attemptsRemaining: Int?
  var fields: [AuthError.FieldError] = []
  /// The server's text for users; untrusted.
  var message: String?

  /// Whether another identifier may help: `code` is `invalid_identifier`, the server names the identifier as a wrong
  /// field (H49), or `code` is `invalid_request` and the server does not name a field (H52).
  func isAboutIdentifier(_ code: AuthError.Code) -> Bool {
    code == .invalidIdentifier || code == .invalidRequest && fields.isEmpty
      || fields.contains { $0.field == "identifier" || $0.field.hasSuffix(".identifier") }
  }

  /// When the client may continue: the later of `retryAt` and the end of `retryAfter`, which starts at `now`; nil if
  /// the step has neither.
  func deadline(from now: Date) -> Date? {
    HawcxLimits.deadline(of: [retryAt, retryAfter.map { now.adding($0) }])
  }
}
