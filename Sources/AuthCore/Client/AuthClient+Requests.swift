extension AuthClient {
  /// Sends a request with the credential of a session.
  ///
  /// The provider stamps or signs the request, or adds a bearer token. If the server refuses the credential and the
  /// provider can renew sessions, the session is renewed once and the request is sent once more; after a temporary
  /// error of the renewal, the server's refusal is returned. The request is also sent once more if the server requires
  /// another proof of possession, or if the response that refuses the credential shows that this machine's clock was
  /// wrong. Credentials are sent only to the provider's `origins`.
  ///
  /// - Parameters:
  ///   - request: the request; its body is not changed.
  ///   - session: the session; nil for the selected one.
  /// - Returns: the server's response, whatever its HTTP status.
  /// - Throws: before anything is sent to the server, `request_authorization_unsupported`, `origin_not_allowed`,
  ///   `invalid_request` for a session of a tenant other than the configured one, and the provider's errors, such as
  ///   `key_unavailable`; the errors of `session(provider:)`; the errors of the transport.
  public func send(
    _ request: TransportRequest, session: Session? = nil
  ) async throws(AuthError) -> TransportResponse {
    try await send(request, by: authority(session), session: session)
  }

  /// Authorises a request with the credential of a session without sending it: for an app's own HTTP client.
  ///
  /// As for `send`, the provider stamps or signs the request, or adds a bearer token. The session is renewed first if
  /// necessary, and the request's origin is checked before and after the provider changes the request. The
  /// authorisation may be valid only for this method, URL and body, only once, and only for a short time: send the
  /// request immediately, and send it only once. If the server refuses the credential, renew the session and authorise
  /// the request again.
  ///
  /// ```swift
  /// let authorized = try await auth.authorize(TransportRequest("GET", "https://api.example.com/me"))
  /// for (name, value) in authorized.headers.list { theirs.add(name: name, value: value) }
  /// ```
  ///
  /// - Parameters:
  ///   - request: the request; its body is not changed.
  ///   - id: the session; nil for the selected one.
  /// - Throws: the errors of `send`, except those of the transport; `not_signed_in` if there is no session `id`.
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

  /// Checks that the provider authorises requests and that its credentials may be sent to the request's origin, and
  /// returns the provider.
  ///
  /// - Throws: `request_authorization_unsupported`, `origin_not_allowed`.
  private func authorizing(
    _ request: TransportRequest, _ instance: ProviderSessions
  ) throws(AuthError) -> any RequestAuthorizing {
    let providerID = instance.provider.id
    guard let authorizing = instance.provider as? any RequestAuthorizing else {
      throw AuthError(
        .requestAuthorizationUnsupported,
        "'\(providerID)' does not authorise requests. Send the request with your own HTTP client, or use a provider "
          + "that authorises requests.", provider: providerID)
    }
    guard let origin = Origin(request.url), authorizing.origins.contains(origin) else {
      let allowed = authorizing.origins.map(\.description).joined(separator: ", ")
      throw AuthError(
        .originNotAllowed,
        "The request was not sent, because its origin is not among the origins that are allowed for '\(providerID)' "
          + "(\(allowed)). Correct the URL, or add the origin to $.providers.\(providerID).origins.",
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
      // The renewal failed for a temporary reason, so the server's refusal is the most useful result.
      return first
    }
    return try await send(request, for: used, of: instance, by: authorizing)
  }

  /// The request with its authorisation and, if the provider asks for it, a proof of the session's key.
  ///
  /// - Throws: `origin_not_allowed` if the provider changed the request's origin; the provider's errors.
  private func authorized(
    _ request: TransportRequest, for session: Session, by provider: any RequestAuthorizing
  ) async throws(AuthError) -> TransportRequest {
    var authorized = try await provider.authorize(request, for: session)
    if let key = session.key, let proofs = provider.proofs(for: request) {
      authorized = try await proofs.binding(authorized, to: key)
    }
    guard let origin = Origin(authorized.url), provider.origins.contains(origin), origin == Origin(request.url) else {
      throw AuthError(
        .originNotAllowed,
        "'\(provider.id)' changed the origin of the request. The request was not sent. Report this to the author of "
          + "the provider.", provider: provider.id)
    }
    return authorized
  }

  /// The request with its authorisation. If the key of `session` is unavailable because a renewal has replaced it, the
  /// new key signs the request. If it is unavailable for another reason, the session's state becomes `locked`.
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

  /// Authorises and sends a request. Sends it once more if the server requires another proof of the same credential, or
  /// if it refuses the credential and its response corrects this machine's time by more than a second: the request is
  /// then stamped again with the corrected time.
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

  /// The engine whose provider authorises a request. For a given session, it is the engine of the session's provider.
  /// For nil, it is the engine of the session that `session()` returns. If no user is signed in, it is the engine of
  /// the configured provider, and the request fails with `not_signed_in`.
  private func authority(_ session: Session?) async throws(AuthError) -> ProviderSessions {
    if let session { return try instance(session.providerID) }
    if let first = setup.withLock({ $0.first }), first.cached != nil { return first }
    if let meant = try await resolve(nil) { return meant.instance }
    return try instance(configuration.provider)
  }
}
