public import AuthCore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The start token for flows whose request has no token. It works as in the vendor's guide, but applies to this client
/// only. An app with a backend or a token provider does not need to set it.
extension AuthsignalProvider {
  /// Sets the token from the app's backend. Codes, authenticator apps, passkeys and this device's keys use it until it
  /// expires. When the token is used to verify a code, a passkey or this device's in-app key, the token in the server's
  /// response replaces it.
  ///
  /// - Parameter token: the token that the backend received when it tracked the action.
  /// - Throws: `invalid_token` for a string that is not a JWT or is longer than 8192 bytes; `token_expired` for a token
  ///   that has expired according to its claims. In both cases the previous token stays.
  public func setToken(_ token: Secret) throws(AuthError) {
    guard let parsed = ActionToken(token) else {
      throw AuthError(
        .invalidToken, "The action token is not a JWT of at most 8192 bytes. Set the token from the app's backend.",
        provider: id)
    }
    guard !parsed.isExpired(at: services.clock.now()) else { throw AuthsignalErrors.tokenExpired.adding(provider: id) }
    cache.set(parsed)
  }

  /// Deletes the token.
  public func clearToken() { cache.set(nil) }

  /// Whether a token is set and has not expired.
  public var hasToken: Bool { cache.token(for: nil, at: services.clock.now()) != nil }

  /// When the token expires according to its claims; nil if no token is set, or if its claims contain no expiry.
  public var tokenExpiresAt: Date? { cache.current?.expiresAt }

  /// Deletes the token if it belongs to the session's user, and the session's key, if it has one.
  ///
  /// - Throws: the key store's errors.
  public func discard(_ session: Session) async throws(AuthError) {
    cache.forget(user: session.subject)
    if let key = session.key { try await services.keys.delete(key) }
  }

  /// The request with the token that is set, if the request has no token and may use that token. A flow that ends with
  /// a proof needs a token for its own action; other flows accept a token for any action. Sign-ins by passkey, QR code
  /// and in-app key do not use a token, as in the vendor's SDKs (A35, A61).
  ///
  /// - Throws: `token_expired` if the token has expired and there is no other source.
  func usingToken(_ request: FlowRequest) throws(AuthError) -> FlowRequest {
    if request.purpose == .signIn, [.passkey, .qrCode, .inApp].contains(request.method) { return request }
    guard request.token == nil, let current = cache.current else { return request }
    if let token = token(fitting: request) {
      var started = request
      started.token = token.secret
      return started
    }
    guard !current.isExpired(at: services.clock.now()) || backend != nil || services.tokenProvider.hasSource else {
      throw AuthsignalErrors.tokenExpired
    }
    return request
  }

  /// Whether an enrolment or a step-up can start while no user is signed in: with the token that is set, or with one of
  /// the token provider. If there is no backend, a token that does not fit also starts the flow: its error says what is
  /// wrong with the token. The backend alone is not enough, because it needs a signed-in user.
  public func startsWithoutSession(_ request: FlowRequest) -> Bool {
    // A step-up with a key or passkey of this device continues without a token if the source has none. That is safe
    // only with a session, because the key or passkey can belong to another user.
    let isByDevice = [.passkey, .qrCode, .inApp].contains(request.method)
    if case .stepUp = request.purpose, isByDevice { return token(fitting: request) != nil }
    if services.tokenProvider.hasSource { return true }
    return backend == nil ? cache.current != nil : token(fitting: request) != nil
  }

  /// The token that is set, if a flow for this request may start with it.
  private func token(fitting request: FlowRequest) -> ActionToken? {
    let action: String?
    switch request.purpose {
    case .signIn, .signUp: action = configuration.signInAction
    case .stepUp(let name): action = name
    case .enroll, .link, .manage: action = nil
    }
    return cache.token(for: action, at: services.clock.now())
  }

  /// The token for a call outside of flows: `given`, or else the token that is set.
  ///
  /// - Throws: `invalid_token` for a string that is not a JWT; `token_expired`; `token_required` if no token is set.
  func startToken(_ given: Secret?) throws(AuthError) -> ActionToken {
    if let given {
      guard let token = ActionToken(given) else {
        throw AuthError(
          .invalidToken, "The action token is not a JWT of at most 8192 bytes. Pass the token from the app's backend.",
          provider: id)
      }
      return token
    }
    guard let token = cache.current else {
      throw AuthError(
        .tokenRequired, "No action token is set. Pass the token from the app's backend, or set it with setToken.",
        provider: id, vendorCode: AuthsignalErrorCode.tokenNotSet.rawValue)
    }
    guard !token.isExpired(at: services.clock.now()) else { throw AuthsignalErrors.tokenExpired.adding(provider: id) }
    return token
  }
}

extension AuthClient {
  /// Sets the start token for the flows of an Authsignal-style instance; nil deletes it.
  ///
  /// - Parameters:
  ///   - token: the token from the app's backend.
  ///   - id: the provider instance; nil for the configured instance.
  /// - Throws: `unsupported` for another vendor's instance; `provider_not_linked` if no plug-in is listed for the
  ///   instance's type; `invalid_configuration` if the configuration has no valid block of the instance; the errors of
  ///   `AuthsignalProvider.setToken`.
  public func setToken(_ token: Secret?, provider id: ProviderID? = nil) throws(AuthError) {
    guard let provider = try provider(id) as? AuthsignalProvider else {
      throw AuthError(
        .unsupported,
        "setToken needs an Authsignal-style provider, and this instance has another type. Name an instance with "
          + "the type 'authsignal'.", provider: id)
    }
    guard let token else { return provider.clearToken() }
    try provider.setToken(token)
  }
}
