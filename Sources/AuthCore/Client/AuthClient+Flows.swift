extension AuthClient {
  /// Starts a sign-in; a short form of `start(_:provider:)`.
  ///
  /// - Parameters:
  ///   - identifier: the identifier that the user typed, such as an e-mail address; nil if the flow is to ask for it.
  ///   - provider: the provider instance; nil for the configured one.
  public func signIn(identifier: String? = nil, provider: ProviderID? = nil) -> AuthFlow {
    start(FlowRequest(identifier: identifier), provider: provider)
  }

  /// Starts a flow, which runs at once. Any error, including one that prevents the start, is the last update of the
  /// returned flow.
  ///
  /// - Parameters:
  ///   - request: the purpose and its data. If the purpose needs a signed-in user and the request has neither a session
  ///     nor a token, the flow uses the session that `session(provider:)` returns, and fails with its errors. While no
  ///     user is signed in, a provider that has a token of the app starts the flow with that token.
  ///   - id: the provider instance. For nil, a flow that uses the session of `session(provider:)` uses the instance of
  ///     that session, which can be a fallback; any other flow uses the configured instance.
  public func start(_ request: FlowRequest, provider id: ProviderID? = nil) -> AuthFlow {
    let providerID = id ?? configuration.provider
    do throws(AuthError) {
      guard request.needsSession, request.session == nil else {
        let instance = try self.instance(providerID)
        let complete = following(request)
        return AuthFlow(engine: try instance.provider.start(complete).engine(setting(of: complete, instance)))
      }
      return AuthFlow(
        engine: OpeningFlow(providerID: providerID) { [self] (updates) throws(AuthError) in
          var complete = request
          complete.session = try await sessionOfFlow(request, provider: id)
          complete = following(complete, isStored: true)
          let owner = try self.instance(complete.session?.providerID ?? providerID)
          return try owner.provider.start(complete).engine(setting(of: complete, owner, updates))
        })
    } catch {
      return .failed(error, providerID: providerID)
    }
  }

  /// The selected session for a flow that needs a user; nil if no user is signed in and the provider starts the flow
  /// without a session.
  private func sessionOfFlow(_ request: FlowRequest, provider id: ProviderID?) async throws(AuthError) -> Session? {
    do throws(AuthError) {
      return try await session(provider: id)
    } catch where error.code == .notSignedIn {
      guard try provider(id).startsWithoutSession(request) else { throw error }
      return nil
    }
  }

  /// Resumes a flow that `AuthFlow.suspend()` suspended, in this process or in another one. A ticket works only once.
  /// An error is the last update of the returned flow: `invalid_request` for a ticket that cannot be read,
  /// `unsupported` for a provider that cannot resume flows, `flow_expired` for a ticket that was used or is too old,
  /// and `not_signed_in` if the flow's user has signed out.
  public func resume(_ ticket: FlowTicket) -> AuthFlow {
    guard let providerID = ticket.providerID else {
      let error = AuthError(
        .invalidRequest, "The text is not a ticket of a suspended flow. Pass a ticket that `suspend()` returned.")
      return .failed(error, providerID: configuration.provider)
    }
    do throws(AuthError) {
      let instance = try self.instance(providerID)
      guard let resuming = instance.provider as? any FlowResuming else {
        throw AuthError(
          .unsupported, "'\(providerID)' cannot resume a suspended flow. Start a new flow.", provider: providerID)
      }
      return AuthFlow(
        engine: OpeningFlow(providerID: providerID) { [self] (updates) throws(AuthError) in
          let flow = try await take(ticket, from: instance)
          return try resuming.resume(SuspendedFlow(state: flow.state, request: flow.request))
            .engine(setting(of: flow.request, instance, updates))
        })
    } catch {
      return .failed(error, providerID: providerID)
    }
  }

  /// Removes a suspended flow from the store and returns it, with the stored session of its user.
  ///
  /// - Throws: `flow_expired` if the ticket was used or the flow is too old; `not_signed_in` if the session has ended;
  ///   `invalid_request` if it belongs to a tenant other than the configured one; a storage code.
  private func take(_ ticket: FlowTicket, from instance: ProviderSessions) async throws(AuthError) -> StoredFlow {
    let providerID = instance.provider.id
    let records = services.provider.records.namespaced(providerID.rawValue)
    guard let record = try await records.read(ticket.recordKey) else { throw Self.spent(providerID) }
    var flow = try StoredFlow(record)
    if let id = flow.sessionID { flow.request.session = try await sessionOfSuspendedFlow(id, instance) }
    // The record is removed before the flow continues. Otherwise two processes could resume the same flow and submit a
    // code twice.
    guard try await records.remove(ticket.recordKey, expecting: record.version) else { throw Self.spent(providerID) }
    await StoredFlow.collect(in: records, now: services.provider.clock.now())
    guard !flow.isExpired(at: services.provider.clock.now()) else { throw Self.expired(providerID) }
    flow.request = following(flow.request, isStored: true)
    return flow
  }

  /// The setting of a flow. The setting's completion exchanges the provider's result at the app's backend, if a backend
  /// is configured, and stores the session.
  private func setting(
    of request: FlowRequest, _ instance: ProviderSessions, _ updates: FlowUpdates = FlowUpdates()
  ) -> FlowSetting {
    FlowSetting(
      providerID: instance.provider.id, request: request, services: instance.services, updates: updates
    ) { [self] (result) throws(AuthError) in
      try await complete(result, of: request, instance)
    }
  }

  private func complete(
    _ result: FlowResult, of request: FlowRequest, _ instance: ProviderSessions
  ) async throws(AuthError) -> FlowResult {
    var final = result
    if request.exchange, request.purpose == .signIn || request.purpose == .signUp,
      let exchanging = instance.provider as? any SessionExchanging, exchanging.canExchange
    {
      final = try await exchanging.exchange(result, for: request)
    }
    if case .session(let session, let isNewUser) = final {
      final = .session(try await store(session, of: request, instance), isNewUser: isNewUser)
    }
    if case .credential = final {
      let isOwn = request.session?.providerID == instance.provider.id
      await instance.describeAnew(isOwn ? request.session?.id : nil)
    }
    return final
  }

  /// Stores the session that a flow ended with.
  ///
  /// - Throws: `cancelled` if a sign-in was cancelled before its session was stored; `not_signed_in` if the flow's user
  ///   has signed out. In both cases, the flow's session is revoked if it is not stored.
  private func store(
    _ session: Session, of request: FlowRequest, _ instance: ProviderSessions
  ) async throws(AuthError) -> Session {
    // The session that the user already has is updated even after a cancellation: its earlier credential may be spent.
    if let known = request.session, known.providerID == session.providerID,
      known.id == session.id || request.purpose.isStepUp
    {
      let memory = request.sessionSource?.memory()
      let amending = Task.detached { () async -> Result<Session?, AuthError> in
        do throws(AuthError) {
          return .success(try await instance.amend(session, of: memory?.given ?? [known]))
        } catch {
          return .failure(error)
        }
      }
      if let stored = try await amending.value.get() { return stored }
      // The app passed a session that it does not store.
      guard memory?.wasStored == true else { return session }
      await instance.revokeUnstored(session)
      throw FlowSession.signedOut(session)
    }
    guard !Task.isCancelled else {
      // Another flow may have shared the response of the server (`SharedSignIn`) and stored the session.
      if try await services.sessionStore.load(session.id) == nil { await instance.revokeUnstored(session) }
      throw .cancelled
    }
    return try await adopt(session, from: instance)
  }

  /// The stored session of the user for whom a flow was suspended. The flow continues for that user, even if another
  /// user has been selected since.
  ///
  /// - Throws: `not_signed_in` if the session has ended; `invalid_request` if it belongs to a tenant other than the
  ///   configured one; a storage code.
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
    AuthError(
      .flowExpired, "The suspended flow was already resumed, or was deleted because it was too old. Start again.",
      provider: providerID)
  }
}

extension FlowRequest.Purpose {
  fileprivate var isStepUp: Bool { if case .stepUp = self { true } else { false } }
}

extension FlowRequest {
  /// Whether the flow needs the session of a signed-in user. A flow with a start token does not need a session.
  var needsSession: Bool {
    switch purpose {
    case .signIn, .signUp: false
    case .enroll, .stepUp, .link, .manage: token == nil
    }
  }
}
