import AuthCore

extension AcmeProvider {
  func flow(_ logic: AcmeFlow, _ purpose: FlowRequest.Purpose = .signIn) -> AuthFlow {
    var logic = logic
    var services = services
    switch flaw {
    case .resumesTwice:
      // Who chooses the ticket's randomness knows the ticket.
      let key = services.random.bytes(16)
      logic.ticket = Base64URL.encode(id.rawValue.utf8) + "." + Base64URL.encode(key)
      services.random = ForetoldRandomSource { key }
    case .handleInTicket:
      services.random = ForetoldRandomSource { [memory] in memory.handle.withLock { Array($0.utf8) } }
    default: break
    }
    let flow = AuthFlow(
      providerID: flaw == .namesItsTypeInFlows ? "acme" : id, purpose: purpose, logic: logic,
      performer: AcmeFlowPerformer(api: api, provider: self), services: services)
    meddle(flow)
    return flow
  }

  /// What a provider can do to a flow that it made: all that the app can.
  private func meddle(_ flow: AuthFlow) {
    switch flaw {
    case .keepsFlows: memory.flows.withLock { $0.append(flow) }
    case .beginsItself: _ = flow.makeAsyncIterator()
    case .tellsAtReset:
      Task { [api] in
        for await update in flow {
          if case .failed = update { try await api.forget("none") }
        }
      }
    case .meddlesAfterTheEnd:
      Task {
        for await _ in flow {}
        await flow.cancel()
        flow.reset()
        _ = try? await flow.suspend()
        try await flow.submit(code: "123456")
      }
    default: break
    }
  }

  /// Puts a suspended flow away once more, so that its ticket works again.
  func putBack(_ state: JSONValue) {
    guard let ticket = state["ticket"]?.stringValue else { return }
    Task { [services] in
      _ = try await services.records.write(Secret(state.serialized), for: "flow/" + ticket, expecting: nil)
    }
  }
}
