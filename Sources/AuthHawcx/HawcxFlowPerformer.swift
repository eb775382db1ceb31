import AuthCore
import AuthCrypto

/// Performs the effects of `HawcxFlow`.
struct HawcxFlowPerformer: FlowPerformer {
  let api: HawcxAPI
  let devices: HawcxDevices
  let services: ProviderServices
  /// The flow's request. The token provider receives its session, which identifies the user of a step-up.
  var request = FlowRequest()
  let loading = HawcxLoading()

  func perform(_ effect: HawcxFlow.Effect) async throws(AuthError) -> HawcxFlow.Outcome {
    let now = services.clock.uptime()
    let left = loading.left(at: now, isFollowUp: effect.isFollowUp)
    // A poll runs while the prompt is shown, so only the request's timeout limits the poll.
    if case .poll = effect { return try await answer(to: effect) }
    let result = await Deadline.run(left, clock: services.clock) { () async -> Result<HawcxFlow.Outcome, AuthError> in
      do throws(AuthError) { return .success(try await answer(to: effect)) } catch { return .failure(error) }
    }
    guard let result else { throw HawcxLoading.overdue(effect) }
    return try result.get()
  }

  private func answer(to effect: HawcxFlow.Effect) async throws(AuthError) -> HawcxFlow.Outcome {
    switch effect {
    case .start(let start): return try await begin(start)
    case .send(let action, let session): return try await send(action, session: session)
    case .choose(let method, let session): return try await send(.selectMethod(method), session: session)
    case .poll(let session, let end):
      guard services.clock.now() < end else {
        throw AuthError(.approvalExpired, "The user did not respond on the other device in time. Start again.")
      }
      return try await send(.poll, session: session)
    case .enrolDevice(let setup, let identifier, let session):
      note("setup_device")
      let credentials = try await devices.enrol(setup, identifier: identifier)
      return try await send(.requestChallenge(credentials), session: session, device: identifier)
    case .proveDevice(let challenge, let identifier, let session):
      note("device_challenge")
      let proof = try await devices.prove(challenge, identifier: identifier)
      let outcome = try await send(proof, session: session, device: identifier)
      if case .error = outcome.response.step { return outcome }
      try await devices.confirm(identifier)
      return outcome
    }
  }

  private func begin(_ start: HawcxStart) async throws(AuthError) -> HawcxFlow.Outcome {
    var start = start
    if let purpose = start.tokenPurpose { start.startToken = try await token(for: purpose, start.identifier) }
    start.device = try await devices.credentials(for: start.identifier)
    start.information = try await devices.information(for: start.identifier, signals: start.signals)
    // An app that created its own challenge also keeps the verifier (H85).
    guard start.codeChallenge == nil else {
      return try await send(.start(start), session: nil, device: start.identifier)
    }
    let pair = PKCE(random: services.random)
    start.codeChallenge = pair.challenge
    var outcome = try await send(.start(start), session: nil, device: start.identifier)
    outcome.verifier = pair.verifier
    return outcome
  }

  private func token(for purpose: String, _ identifier: String) async throws(AuthError) -> Secret {
    let request = TokenRequest(
      .startToken(purpose: purpose), providerID: devices.providerID, identifier: identifier,
      session: try await self.request.currentSession())
    guard let token = try await services.token(for: request) else {
      throw AuthError(
        .tokenRequired,
        "A step-up needs a start token, but neither the request nor the token provider has one. Set FlowRequest.token, "
          + "or configure a tokenProvider that returns one.")
    }
    return token
  }

  /// Sends an action to the server.
  ///
  /// - Parameter identifier: the user whose enrolment is deleted if the server rejects the enrolment; nil deletes none.
  private func send(
    _ action: HawcxAction, session: String?, device identifier: String? = nil
  ) async throws(AuthError) -> HawcxFlow.Outcome {
    let response = try await api.send(action, session: session)
    if let identifier, case .error(let failure) = response.step, HawcxDevices.fatalCodes.contains(failure.code) {
      try await devices.heal(identifier)
    }
    return HawcxFlow.Outcome(response: response, receivedAt: services.clock.now())
  }

  private func note(_ step: String) {
    services.observer.record(.step(provider: devices.providerID, name: step))
  }
}
