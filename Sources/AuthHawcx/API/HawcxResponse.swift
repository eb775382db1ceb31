import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// One answer of the server: the next step and what surrounds it (H12).
struct HawcxResponse: Sendable {
  /// The flow's session; an early refusal has none.
  var session: String?
  var step: HawcxStep
  var stepID: String?
  var stepLabel: String?
  var risk: RiskInformation?
  var channel: CodePrompt.Channel?
  var traceID: String?
  /// When the server forgets the flow.
  var expiresAt: Date?
  /// As it came, for a flow that is put away.
  var raw: JSONValue

  /// The same with its times on this machine's clock.
  ///
  /// - Parameter offset: how far the server's clock is ahead of this one.
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
