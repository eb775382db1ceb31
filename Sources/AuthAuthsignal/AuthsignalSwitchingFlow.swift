import AuthCore

/// First a passkey; then the user's codes, where this device has no passkey. Without it, an app would switch the method
/// itself on `no_credential`. A user who declines a passkey is not asked for a code.
struct AuthsignalSwitchingFlow: FlowLogic {
  enum Effect: Sendable, Equatable {
    case device(AuthsignalDeviceFlow.Effect)
    case codes(AuthsignalFlow.Effect)
  }

  enum Outcome: Sendable {
    case device(AuthsignalDeviceFlow.Outcome)
    case codes(AuthsignalFlow.Outcome)
  }

  /// nil once the flow has continued with codes.
  private var device: AuthsignalDeviceFlow?
  private var codes: AuthsignalFlow

  init(_ device: AuthsignalDeviceFlow, orElse codes: AuthsignalFlow) {
    self.device = device
    self.codes = codes
  }

  var cancellation: Effect? { device?.cancellation.map(Effect.device) }

  mutating func begin() -> FlowStep<Effect> { judge(device?.begin()) }

  mutating func answered(_ answer: FlowAnswer) -> FlowStep<Effect> {
    device == nil ? codes.answered(answer).map(Effect.codes) : judge(device?.answered(answer))
  }

  mutating func received(_ result: Result<Outcome, AuthError>) -> FlowStep<Effect> {
    switch result {
    case .success(.device(let outcome)): return judge(device?.received(.success(outcome)))
    case .success(.codes(let outcome)): return codes.received(.success(outcome)).map(Effect.codes)
    case .failure(let error):
      return device == nil
        ? codes.received(.failure(error)).map(Effect.codes) : judge(device?.received(.failure(error)))
    }
  }

  /// The next step of the passkey flow, unless it ends because there is no passkey.
  private mutating func judge(_ step: FlowStep<AuthsignalDeviceFlow.Effect>?) -> FlowStep<Effect> {
    switch step {
    case .failed(let error)? where error.code == .noCredential:
      device = nil
      return codes.begin().map(Effect.codes)
    case let step?: return step.map(Effect.device)
    case nil: return .failed(.misplacedOutcome)
    }
  }
}
