import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The server's refusal (H49, H50).
struct HawcxFailure: Sendable {
  /// The next action that the server asks of the client.
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
  /// DESIGN H51: an unknown action is read as `abort`, or as `retry_request` when the failure says that it is
  /// temporary.
  var action: Action
  var retryAfter: Duration?
  var retryAt: Date?
  var attemptsRemaining: Int?
  var fields: [AuthError.FieldError] = []
  /// The server's text for users; untrusted.
  var message: String?

  /// Whether another identifier may help: the code says so, the server names the identifier as the wrong field (H49),
  /// or it rejects the input without naming a field (H52).
  func isAboutIdentifier(_ code: AuthError.Code) -> Bool {
    code == .invalidIdentifier || code == .invalidRequest && fields.isEmpty
      || fields.contains { $0.field == "identifier" || $0.field.hasSuffix(".identifier") }
  }

  /// When the client may continue; nil if the server does not say.
  func deadline(from now: Date) -> Date? {
    HawcxLimits.deadline(of: [retryAt, retryAfter.map { now.adding($0) }])
  }
}
