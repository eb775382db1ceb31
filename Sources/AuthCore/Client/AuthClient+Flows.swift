extension AuthClient {
  /// Signs a user in; the short form of `start`.
  public func signIn(identifier: String? = nil, provider: ProviderID? = nil) -> AuthFlow {
    start(FlowRequest(identifier: identifier), provider: provider)
  }

  /// Starts a flow. It begins at once; what goes wrong is its last update.
  ///
  /// - Parameters:
  ///   - request: what for. A request that is about a signed-in user and names no session gets the selected one.
  ///   - id: with which instance; nil for the configured one.
  public func start(_ request: FlowRequest, provider id: ProviderID? = nil) -> AuthFlow {
    let providerID = id ?? configuration.provider
    let instance: ProviderSessions
    do throws(AuthError) {
      instance = try self.instance(providerID)
    } catch {
      return begun(.failed(error, providerID: providerID), for: request, instance: nil)
    }
    if request.needsSession, request.session == nil {
      let deferred = DeferredFlow(providerID: providerID) { [self] () throws(AuthError) in
        var complete = request
        complete.session = try await session(provider: providerID)
        return instance.provider.start(complete)
      }
      return begun(AuthFlow(engine: deferred), for: request, instance: instance)
    }
    return begun(instance.provider.start(request), for: request, instance: instance)
  }

  /// Goes on with a flow that `AuthFlow.suspend()` put away, here or in another process. A ticket works once.
  public func resume(_ ticket: FlowTicket) -> AuthFlow {
    guard let providerID = ticket.providerID else {
      let error = AuthError(.invalidRequest, "The text is no ticket of a suspended flow.")
      return begun(.failed(error, providerID: configuration.provider), for: FlowRequest(), instance: nil)
    }
    do throws(AuthError) {
      let instance = try self.instance(providerID)
      guard let resuming = instance.provider as? any FlowResuming else {
        throw AuthError(.unsupported, "'\(providerID)' cannot go on with a suspended flow.", provider: providerID)
      }
      let records = services.provider.records.namespaced(providerID.rawValue)
      let deferred = DeferredFlow(providerID: providerID) { () throws(AuthError) in
        guard let record = try await records.read(ticket.recordKey) else { throw Self.spent(providerID) }
        // Consumed before anything is spent, so that no code is submitted twice whatever happens next.
        guard try await records.remove(ticket.recordKey, expecting: record.version) else {
          throw Self.spent(providerID)
        }
        do throws(JSONError) {
          return resuming.resume(SuspendedFlow(state: try JSONValue(parsing: record.value.revealBytes())))
        } catch {
          throw AuthError(.storeCorrupt, "The suspended flow does not parse: \(error).", provider: providerID)
        }
      }
      return begun(AuthFlow(engine: deferred), for: FlowRequest(), instance: instance)
    } catch {
      return begun(.failed(error, providerID: providerID), for: FlowRequest(), instance: nil)
    }
  }

  /// Puts exchange and storing behind the provider's flow, and begins.
  private func begun(_ flow: AuthFlow, for request: FlowRequest, instance: ProviderSessions?) -> AuthFlow {
    flow.begin { [self] (result) throws(AuthError) in
      guard let instance else { return result }
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
      if case .credential = final { await instance.describeAnew(request.session?.id) }
      return final
    }
    return flow
  }

  private static func spent(_ providerID: ProviderID) -> AuthError {
    AuthError(.flowExpired, "The suspended flow was resumed already, or is gone.", provider: providerID)
  }
}

extension FlowRequest {
  /// Whether it is about a user who is signed in. A start token stands in for the session.
  var needsSession: Bool {
    switch purpose {
    case .signIn, .signUp: false
    case .enroll, .stepUp, .link, .manage: token == nil
    }
  }
}
