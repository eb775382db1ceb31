extension AuthClient {
  /// Sends a request with the credential of a session.
  ///
  /// The provider stamps or signs it, or adds a bearer token. If the server refuses the credential, the session is
  /// renewed once and the request is sent once more. Credentials are sent only to the provider's `origins`.
  ///
  /// - Parameters:
  ///   - request: the request; its body is not changed.
  ///   - session: the session; nil for the selected one.
  /// - Throws: `request_authorization_unsupported` and `origin_not_allowed` before any I/O, the errors of `session()`,
  ///   and those of the transport. A response with any HTTP status is returned.
  public func send(
    _ request: TransportRequest, session: Session? = nil
  ) async throws(AuthError) -> TransportResponse {
    try await send(request, by: authority(session), session: session)
  }

  /// Authorises a request with the credential of a session without sending it: for an app's own HTTP client.
  ///
  /// The provider stamps or signs the request, or adds a bearer token, as for `send`: the origin is checked before and
  /// after that, and the session is renewed first if that is due. The authorisation is valid for this method, address
  /// and body, and for as long as the provider's proofs are: send the request immediately, and only once. If the server
  /// refuses the credential, renew the session and authorise the request again.
  ///
  /// ```swift
  /// let authorized = try await auth.authorize(TransportRequest("GET", "https://api.example.com/me"))
  /// for (name, value) in authorized.headers.list { theirs.add(name: name, value: value) }
  /// ```
  ///
  /// - Parameters:
  ///   - request: the request; its body is not changed.
  ///   - id: the session; nil for the selected one.
  /// - Throws: the errors that `send` throws before it sends anything.
  public func authorize(
    _ request: TransportRequest, account id: SessionID? = nil
  ) async throws(AuthError) -> TransportRequest {
    if let id { return try await account(id).authorize(request) }
    return try await authorize(request, by: authority(nil))
  }

  func authorize(
    _ request: TransportRequest, by instance: ProviderSessions
  ) async throws(AuthError) -> TransportRequest {
    let authorizing = try authorizing(request, instance)
    guard let session = try await instance.current() else { throw instance.notSignedIn }
    return try await signed(request, for: session, of: instance, by: authorizing)
  }

  /// The engine's provider as one that authorises requests, after a check of the request's origin.
  ///
  /// - Throws: `request_authorization_unsupported`, `origin_not_allowed`.
  private func authorizing(
    _ request: TransportRequest, _ instance: ProviderSessions
  ) throws(AuthError) -> any RequestAuthorizing {
    let providerID = instance.provider.id
    guard let authorizing = instance.provider as? any RequestAuthorizing else {
      throw AuthError(
        .requestAuthorizationUnsupported, "'\(providerID)' does not authorise requests.", provider: providerID)
    }
    guard let origin = Origin(request.url), authorizing.origins.contains(origin) else {
      let allowed = authorizing.origins.map(\.description).joined(separator: ", ")
      throw AuthError(
        .originNotAllowed,
        "The credentials of '\(providerID)' are not sent to that origin; $.providers.\(providerID).origins allows \(allowed).",
        provider: providerID)
    }
    return authorizing
  }

  func send(
    _ request: TransportRequest, by instance: ProviderSessions, session: Session? = nil
  ) async throws(AuthError) -> TransportResponse {
    let authorizing = try authorizing(request, instance)
    if let session { try instance.checkOwn(session) }
    var used: Session
    if let session {
      used = session
    } else if let current = try await instance.current() {
      used = current
    } else {
      throw instance.notSignedIn
    }
    let first = try await send(request, for: used, of: instance, by: authorizing)
    guard authorizing.refusesCredential(first, to: request), instance.provider is any SessionRefreshing else {
      return first
    }
    do throws(AuthError) {
      used = try await instance.refresh(after: used)
    } catch where error.isTransient {
      // The renewal failed for a reason that may pass. Return the refusal.
      return first
    }
    return try await send(request, for: used, of: instance, by: authorizing)
  }

  /// The request with its authorisation. The origin is checked again, because the provider may have changed it.
  private func authorized(
    _ request: TransportRequest, for session: Session, by provider: any RequestAuthorizing
  ) async throws(AuthError) -> TransportRequest {
    let authorized = try await provider.authorize(request, for: session)
    guard let origin = Origin(authorized.url), provider.origins.contains(origin), origin == Origin(request.url) else {
      throw AuthError(
        .originNotAllowed, "'\(provider.id)' changed the origin of the request. The request was not sent.",
        provider: provider.id)
    }
    return authorized
  }

  /// The request with its authorisation. If a renewal has released the key that was to sign the request, the new key
  /// signs it.
  private func signed(
    _ request: TransportRequest, for session: Session, of instance: ProviderSessions,
    by provider: any RequestAuthorizing
  ) async throws(AuthError) -> TransportRequest {
    do throws(AuthError) {
      return try await authorized(request, for: session, by: provider)
    } catch {
      guard error.code == .keyUnavailable else { throw error }
      if let renewed = try await instance.stored(), renewed.id == session.id, renewed.generation > session.generation {
        return try await signed(request, for: renewed, of: instance, by: provider)
      }
      instance.lock(session, error.adding(provider: session.providerID))
      throw error
    }
  }

  /// Authorises and sends a request. Sends it once more if the server wants another proof of the same credential, or if
  /// the response shows that this machine's clock is wrong: the request is then stamped again with the server's time.
  private func send(
    _ request: TransportRequest, for session: Session, of instance: ProviderSessions,
    by provider: any RequestAuthorizing
  ) async throws(AuthError) -> TransportResponse {
    let services = instance.services
    let lag = services.clockLag
    let first = try await services.transport.send(signed(request, for: session, of: instance, by: provider))
    let wantsAnotherProof = provider.wantsAnotherProof(first, to: request)
    let wasOffTime = abs(services.clockLag - lag) > 1 && provider.refusesCredential(first, to: request)
    guard wantsAnotherProof || wasOffTime else { return first }
    let second = try await services.transport.send(signed(request, for: session, of: instance, by: provider))
    _ = provider.wantsAnotherProof(second, to: request)
    return second
  }

  /// The engine of the session whose credential authorises a request: of the given session, or of the one that
  /// `session()` returns.
  private func authority(_ session: Session?) async throws(AuthError) -> ProviderSessions {
    if let session { return try instance(session.providerID) }
    if let meant = try await resolve(nil) { return meant.instance }
    return try instance(configuration.provider)
  }
}
