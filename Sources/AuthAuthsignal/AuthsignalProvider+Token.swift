public import AuthCore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The token that flows start from where the request has none: as the vendor's guide has it, but for this client alone.
/// Apps with a backend or a token provider need none of it.
extension AuthsignalProvider {
  /// Sets the token that the app's backend tracked. Codes, authenticator apps, passkeys and this device's keys use it
  /// until it ends; what proves a code or a passkey takes its place.
  ///
  /// - Throws: `invalid_token` for what is no JWT; `token_expired` for one that is past its time by its own words. What
  ///   was set before stays.
  public func setToken(_ token: Secret) throws(AuthError) {
    guard let parsed = ActionToken(token) else {
      throw AuthError(.invalidToken, "What was set as the action's token is no JWT.", provider: id)
    }
    guard !parsed.isExpired(at: services.clock.now()) else { throw AuthsignalErrors.tokenExpired.adding(provider: id) }
    cache.set(parsed)
  }

  /// Forgets the token that was set.
  public func clearToken() { cache.set(nil) }

  /// Whether a token is set that is not past its time.
  public var hasToken: Bool { cache.token(for: nil, at: services.clock.now()) != nil }

  /// When the token that is set ends, by its own words; nil where none is set or it does not say.
  public var tokenExpiresAt: Date? { cache.current?.expiresAt }

  /// Forgets a token of the session's user.
  public func discard(_ session: Session) async throws(AuthError) { cache.forget(user: session.subject) }

  /// The request with the token that is set, where it has none of its own and may use it: what ends in a proof wants one
  /// for its own action, anything else takes any. What a device proves without a user beforehand uses none, as in the
  /// vendor's SDKs (A35, A61).
  ///
  /// - Throws: `token_expired` where the token that was set is past its time and no other source is known.
  func usingToken(_ request: FlowRequest) throws(AuthError) -> FlowRequest {
    let action: String?
    switch request.purpose {
    case .signIn where [.passkey, .qrCode, .inApp].contains(request.method): return request
    case .signIn, .signUp: action = configuration.signInAction
    case .stepUp(let name): action = name
    case .enroll, .link, .manage: action = nil
    }
    guard request.token == nil, let current = cache.current else { return request }
    if let token = cache.token(for: action, at: services.clock.now()) {
      var started = request
      started.token = token.secret
      return started
    }
    guard !current.isExpired(at: services.clock.now()) || backend != nil || services.tokenProvider.hasSource else {
      throw AuthsignalErrors.tokenExpired
    }
    return request
  }
}

extension AuthClient {
  /// Sets the token that an Authsignal-style instance's flows start from; nil forgets it.
  ///
  /// - Parameters:
  ///   - token: the token that the app's backend tracked.
  ///   - id: the provider instance; nil for the configured one.
  /// - Throws: `unsupported` for another vendor's instance; what `AuthsignalProvider.setToken` throws.
  public func setToken(_ token: Secret?, provider id: ProviderID? = nil) throws(AuthError) {
    guard let provider = try provider(id) as? AuthsignalProvider else {
      throw AuthError(.unsupported, "The instance is another vendor's.", provider: id)
    }
    guard let token else { return provider.clearToken() }
    try provider.setToken(token)
  }
}
