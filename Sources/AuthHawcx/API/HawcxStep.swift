import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What the server wants next (Hawcx protocol notes §4.2).
enum HawcxStep: Sendable {
  case selectMethod([HawcxMethod], phase: String?)
  case enterCode(HawcxCodeStep)
  case enterTOTP
  case setupTOTP(secret: Secret, uri: Secret, period: Int?)
  case setupSMS(existingPhone: String?)
  case redirect(URL, returnScheme: String?)
  case awaitApproval(HawcxApprovalStep)
  case setupDevice(HawcxDeviceSetup)
  case deviceChallenge(HawcxDeviceChallenge)
  case completed(HawcxCompletion)
  case error(HawcxFailure)
  /// A step of a later version of the vendor.
  case unknown(type: String)
}

/// One method to choose.
struct HawcxMethod: Sendable, Hashable {
  let id: String
  let label: String
  let icon: String?
}

/// A code was sent.
struct HawcxCodeStep: Sendable, Hashable {
  var destination: String
  var length: Int?
  var format: CodePrompt.Format?
  var expiresAt: Date?
  /// nil, and a text that is no time, mean that a new code may be asked for at once (§4).
  var resendAt: Date?
}

/// Another device has to approve.
struct HawcxApprovalStep: Sendable, Hashable {
  var qrData: String?
  var expiresAt: Date
  var pollInterval: Duration
}

/// The flow is through.
struct HawcxCompletion: Sendable {
  var code: Secret
  var expiresAt: Date?
  /// Only where the server made the pair.
  var verifier: Secret?
  /// Only where the flow began by a start token.
  var receipt: Secret?
}

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
