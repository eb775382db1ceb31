import AuthCore

/// Performs the effects of both flows.
struct AuthsignalSwitchingFlowPerformer: FlowPerformer {
  let device: AuthsignalDeviceFlowPerformer
  let codes: AuthsignalFlowPerformer

  func perform(_ effect: AuthsignalSwitchingFlow.Effect) async throws(AuthError) -> AuthsignalSwitchingFlow.Outcome {
    switch effect {
    case .device(let effect): .device(try await device.perform(effect))
    case .codes(let effect): .codes(try await codes.perform(effect))
    }
  }
}
