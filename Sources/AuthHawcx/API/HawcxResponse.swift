import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// One response of the server: the next step, and the session, the risk and the metadata (H12).
struct HawcxResponse: Sendable {
  /// The flow's session; absent in an early refusal.
  var session: String?
  var step: HawcxStep
  var stepID: String?
  var stepLabel: String?
  var risk: RiskInformation?
  var channel: CodePrompt.Channel?
  var traceID: String?
  /// When the server deletes the flow.
  var expiresAt: Date?
  /// The JSON of the response as received, which a suspended flow stores.
  var raw: JSONValue

  /// Returns the response with its times converted from the server's clock to this device's clock.
  ///
  /// - Parameter offset: how far the server's clock is ahead of this device's clock.
  func corrected(by offset: Duration) -> HawcxResponse {
    guard offset != .zero else { return self }
    func local(_ date: Date?) -> Date? { date?.adding(.zero - offset) }
    var response = self
    response.expiresAt = local(expiresAt)
    switch step {
    case .enterCode(var code):
      code.expiresAt = local(code.expiresAt)
      code.resendAt = local(code.resendAt)
      response.step = .enterCode(code)
    case .awaitApproval(var approval):
      approval.expiresAt = approval.expiresAt.adding(.zero - offset)
      response.step = .awaitApproval(approval)
    case .completed(var completion):
      completion.expiresAt = local(completion.expiresAt)
      response.step = .completed(completion)
    case .error(var failure):
      failure.retryAt = local(failure.retryAt)
      response.step = .error(failure)
    case .selectMethod, .enterTOTP, .setupTOTP, .setupSMS, .redirect, .setupDevice, .deviceChallenge, .unknown: break
    }
    return response
  }
}
