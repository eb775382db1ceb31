import AuthCore

/// Tries a passkey first, and continues with codes if this device has no passkey (`no_credential`). Without this flow,
/// an app would have to start another flow itself. A user who declines a passkey is not asked for a code.
struct AuthsignalPasskeyFirstFlow: FlowLogic {
  typealias Effect = AuthsignalEffect
  typealias Outcome = AuthsignalOutcome

  private var flow: any FlowLogic<AuthsignalEffect, AuthsignalOutcome>
  /// The flow with codes; nil once it has replaced the passkey flow. It is an existential value, because the code that
  /// copies the flow itself weighs more.
  private var codes: (any FlowLogic<AuthsignalEffect, AuthsignalOutcome>)?

  init(_ passkey: AuthsignalDeviceFlow, orElse codes: AuthsignalFlow) {
    flow = passkey
    self.codes = codes
  }

  var cancellation: Effect? { flow.cancellation }

  mutating func begin() -> FlowStep<Effect> { judge(flow.begin()) }
  mutating func answered(_ answer: FlowAnswer) -> FlowStep<Effect> { judge(flow.answered(answer)) }
  mutating func received(_ result: Result<Outcome, AuthError>) -> FlowStep<Effect> { judge(flow.received(result)) }

  private mutating func judge(_ step: FlowStep<Effect>) -> FlowStep<Effect> {
    guard case .failed(let error) = step, error.code == .noCredential, let codes else { return step }
    flow = codes
    self.codes = nil
    return flow.begin()
  }
}
