extension AuthClient {
  /// Signs a user in. A short form of `start`.
  public func signIn(identifier: String? = nil, provider: ProviderID? = nil) -> AuthFlow {
    start(FlowRequest(identifier: identifier), provider: provider)
  }

  /// Starts a flow. It runs at once; an error is its last update.
  ///
  /// - Parameters:
  ///   - request: the purpose and its data. A request about a signed-in user without a session gets the selected
  ///     session.
  ///   - id: the provider instance; nil for the configured one.
  public func start(_ request: FlowRequest, provider id: ProviderID? = nil) -> AuthFlow {
    let providerID = id ?? configuration.provider
    let instance: ProviderSessions
    do throws(AuthError) {
      instance = try self.instance(providerID)
    } catch {
      return begun(.failed(error, providerID: providerID), for: request, instance: nil)
    }
    if request.needsSession, request.session == nil {
      let known = StartedRequest(request)
      let deferred = DeferredFlow(providerID: providerID) { [self] () throws(AuthError) in
        var complete = request
        complete.session = try await session(provider: providerID)
        complete = following(complete, isStored: true)
        known.complete(complete)
        return instance.provider.start(complete)
      }
      return begun(AuthFlow(engine: deferred), for: known, instance: instance)
    }
    return begun(instance.provider.start(following(request)), for: request, instance: instance)
  }

  /// Resumes a flow that `AuthFlow.suspend()` suspended, here or in another process. A ticket works once.
  public func resume(_ ticket: FlowTicket) -> AuthFlow {
    guard let providerID = ticket.providerID else {
      let error = AuthError(.invalidRequest, "The text is not a ticket of a suspended flow.")
      return begun(.failed(error, providerID: configuration.provider), for: FlowRequest(), instance: nil)
    }
    do throws(AuthError) {
      let instance = try self.instance(providerID)
      guard let resuming = instance.provider as? any FlowResuming else {
        throw AuthError(.unsupported, "'\(providerID)' cannot resume a suspended flow.", provider: providerID)
      }
      let records = services.provider.records.namespaced(providerID.rawValue)
      let known = StartedRequest(FlowRequest())
      let deferred = DeferredFlow(providerID: providerID) { [self] () throws(AuthError) in
        guard let record = try await records.read(ticket.recordKey) else { throw Self.spent(providerID) }
        var flow = try StoredFlow(record)
        if let id = flow.sessionID { flow.request.session = try await sessionOfSuspendedFlow(id, instance) }
        // Consume the record first, so that no code is ever submitted twice.
        guard try await records.remove(ticket.recordKey, expecting: record.version) else {
          throw Self.spent(providerID)
        }
        await StoredFlow.collect(in: records, now: services.provider.clock.now())
        guard !flow.isExpired(at: services.provider.clock.now()) else { throw Self.expired(providerID) }
        flow.request = following(flow.request, isStored: true)
        known.complete(flow.request)
        return resuming.resume(SuspendedFlow(state: flow.state, request: flow.request))
      }
      return begun(AuthFlow(engine: deferred), for: known, instance: instance)
    } catch {
      return begun(.failed(error, providerID: providerID), for: FlowRequest(), instance: nil)
    }
  }

  /// Runs exchange and storing after the provider's flow, and starts it.
  private func begun(_ flow: AuthFlow, for request: FlowRequest, instance: ProviderSessions?) -> AuthFlow {
    begun(flow, for: StartedRequest(request), instance: instance)
  }

  /// The same for a request that is complete only after the flow was opened.
  private func begun(_ flow: AuthFlow, for known: StartedRequest, instance: ProviderSessions?) -> AuthFlow {
    flow.begin(request: { known.request }) { [self] (result) throws(AuthError) in
      guard let instance else { return result }
      let request = known.request
      var final = result
      if request.exchange, request.purpose == .signIn || request.purpose == .signUp,
        let exchanging = instance.provider as? any SessionExchanging, exchanging.canExchange
      {
        final = try await exchanging.exchange(result, for: request)
        if Task.isCancelled { throw .cancelled }
      }
      if case .session(let session, let isNewUser) = final {
        final = .session(try await adopt(session, from: instance), isNewUser: isNewUser)
      }
      if case .credential = final {
        let isOwn = request.session?.providerID == instance.provider.id
        await instance.describeAnew(isOwn ? request.session?.id : nil)
      }
      return final
    }
    return flow
  }

  /// A flow about a user continues for that user, even if another user is selected by now.
  private func sessionOfSuspendedFlow(
    _ id: SessionID, _ instance: ProviderSessions
  ) async throws(AuthError) -> Session {
    guard let session = try await services.sessionStore.load(id) else {
      throw AuthError(
        .notSignedIn, "The session of the suspended flow has ended. Sign in and start again.",
        recovery: .signIn, provider: instance.provider.id)
    }
    // A flow may be about a session of another provider; a session of this provider must still have the same tenant.
    if session.providerID == instance.provider.id { try instance.checkOwn(session) }
    return session
  }

  private static func expired(_ providerID: ProviderID) -> AuthError {
    AuthError(
      .flowExpired, "The flow was suspended for too long. Start again.", recovery: .restart, provider: providerID)
  }

  private static func spent(_ providerID: ProviderID) -> AuthError {
    AuthError(.flowExpired, "The suspended flow was already resumed or deleted. Start again.", provider: providerID)
  }
}

/// What is known of a flow's purpose at its start. The session is looked up, and a suspended flow is read, while it
/// opens.
private final class StartedRequest: Sendable {
  private let value: Locked<FlowRequest>
  init(_ request: FlowRequest) { value = Locked(request) }
  var request: FlowRequest { value.withLock { $0 } }
  func complete(_ request: FlowRequest) { value.withLock { $0 = request } }
}

extension FlowRequest {
  /// Whether the flow is about a signed-in user. A start token replaces the session.
  var needsSession: Bool {
    switch purpose {
    case .signIn, .signUp: false
    case .enroll, .stepUp, .link, .manage: token == nil
    }
  }
}
