import AuthCore

/// Performs a flow's effects; no other part of the flow does I/O. If the flow is cancelled, so is the task of an
/// effect.
struct __Name__FlowPerformer: FlowPerformer {
  let provider: __Name__Provider

  func perform(_ effect: __Name__Flow.Effect) async throws(AuthError) -> __Name__Flow.Outcome {
    switch effect {
    case .sendCode(let email): return .codeSent(try await provider.api.sendCode(to: email))
    case .signIn(let code, let pending):
      let answer = try await provider.api.signIn(code, pending)
      return .signedIn(provider.session(answer, identifier: pending.email), isNewUser: answer.isNewUser)
    case .forget(let pending):
      try await provider.api.forget(pending)
      return .forgotten
    }
  }
}
