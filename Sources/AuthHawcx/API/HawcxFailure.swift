import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The server's no (§4.4).
struct HawcxFailure: Sendable {
  /// What the client is to do.
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
  /// An action that is not known is read as `abort`, or as `retry_request` when the failure says that it may pass:
  /// DESIGN (§4.4).
  var action: Action
  var retryAfter: Duration?
  var retryAt: Date?
  var attemptsRemaining: Int?
  var fields: [AuthError.FieldError] = []

  /// When the client may go on: of two times the later (§4.4, DESIGN).
  func deadline(from now: Date) -> Date? {
    [retryAt, retryAfter.map { now.adding($0) }].compactMap(\.self).max()
  }
}
