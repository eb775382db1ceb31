import AuthCore
import AuthCrypto

/// Performs the effects of `HawcxFlow`.
struct HawcxFlowPerformer: FlowPerformer {
  let api: HawcxAPI
  let services: ProviderServices

  func perform(_ effect: HawcxFlow.Effect) async throws(AuthError) -> HawcxFlow.Outcome {
    switch effect {
    case .start(var start):
      // An app that made its own challenge keeps the verifier, too (Hawcx protocol notes §7.5).
      guard start.codeChallenge == nil else { return try await send(.start(start), session: nil) }
      let pair = PKCE(random: services.random)
      start.codeChallenge = pair.challenge
      var outcome = try await send(.start(start), session: nil)
      outcome.verifier = pair.verifier
      return outcome
    case .send(let action, let session): return try await send(action, session: session)
    case .poll(let session, let end):
      guard services.clock.now() < end else {
        throw AuthError(.approvalExpired, "The other device said nothing in time; start again.")
      }
      return try await send(.poll, session: session)
    }
  }

  private func send(_ action: HawcxAction, session: String?) async throws(AuthError) -> HawcxFlow.Outcome {
    let response = try await api.send(action, session: session)
    return HawcxFlow.Outcome(response: response, receivedAt: services.clock.now())
  }
}
