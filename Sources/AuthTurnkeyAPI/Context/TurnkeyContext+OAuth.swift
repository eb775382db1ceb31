public import AuthCore
import AuthTurnkey

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension TurnkeyContext {
  /// Opens the page of a prompt and returns the callback's URL.
  public typealias Presenting = @MainActor @Sendable (RedirectPrompt) async throws(AuthError) -> URL

  /// Signs in, or up, with Google.
  ///
  /// - Throws: `missing_auth_proxy_configuration`, `method_not_available` without a client ID, `invalid_configuration`
  ///   if no redirect URL of the app is configured, `redirect_denied` if the user or the identity provider refuses,
  ///   `redirect_mismatch` for a callback of another attempt, `invalid_token`, `user_not_found` if no user has the
  ///   account and the configuration forbids sign-ups, `invalid_state` if a session with the name `sessionKey` is still
  ///   valid, the errors of `present`, and the flow's other errors.
  @discardableResult
  public func handleGoogleOAuth(
    sessionKey: String? = nil, present: @escaping Presenting
  ) async throws(AuthError) -> AuthResult { try await oauth("google", sessionKey, present) }

  /// Signs in, or up, with Apple, in a browser.
  ///
  /// - Throws: the errors of `handleGoogleOAuth(sessionKey:present:)`.
  @discardableResult
  public func handleAppleOAuth(
    sessionKey: String? = nil, present: @escaping Presenting
  ) async throws(AuthError) -> AuthResult { try await oauth("apple", sessionKey, present) }

  /// Signs in, or up, with Discord.
  ///
  /// - Throws: the errors of `handleGoogleOAuth(sessionKey:present:)`.
  @discardableResult
  public func handleDiscordOAuth(
    sessionKey: String? = nil, present: @escaping Presenting
  ) async throws(AuthError) -> AuthResult { try await oauth("discord", sessionKey, present) }

  /// Signs in, or up, with X.
  ///
  /// - Throws: the errors of `handleGoogleOAuth(sessionKey:present:)`.
  @discardableResult
  public func handleXOauth(
    sessionKey: String? = nil, present: @escaping Presenting
  ) async throws(AuthError) -> AuthResult { try await oauth("x", sessionKey, present) }

  /// Signs in, or up, with Facebook.
  ///
  /// - Throws: the errors of `handleGoogleOAuth(sessionKey:present:)`.
  @discardableResult
  public func handleFacebookOAuth(
    sessionKey: String? = nil, present: @escaping Presenting
  ) async throws(AuthError) -> AuthResult { try await oauth("facebook", sessionKey, present) }

  /// Signs in, or up, with an identity token that the app obtained itself, for example from the platform's own Apple
  /// sheet. The token's nonce must be `OAuthNonce.of(publicKeyHex:)` for a key from `createKeyPair()`.
  ///
  /// - Throws: `missing_auth_proxy_configuration`, `key_unavailable` if no key waits for the token's nonce,
  ///   `invalid_token`, `user_not_found` if no user has the account and the configuration forbids sign-ups,
  ///   `invalid_state` if a session with the name `sessionKey` is still valid, and the flow's other errors.
  @discardableResult
  public func completeOAuth(
    oidcToken: Secret, provider name: String, invalidateExisting: Bool = false, sessionKey: String? = nil
  ) async throws(AuthError) -> AuthResult {
    try provider.requireProxy()
    return try await signIn(
      FlowRequest(method: .oauth(name), token: oidcToken), sessionKey: sessionKey,
      invalidateExisting: invalidateExisting)
  }

  /// Signs in, or up, with Apple's own sheet (T32).
  ///
  /// `oauth.bundleId` must be set unless the running app has a bundle id. An account that signs up in the sheet is also
  /// registered for the services ID, which Apple's web pages use. An account that signs up on a web page is also
  /// registered for the bundle id, which the sheet uses. A user thus has one account for both.
  ///
  /// - Parameters:
  ///   - sessionKey: a name for the session.
  ///   - authorize: shows the sheet. Set the nonce unchanged in the request (`ASAuthorizationOpenIDRequest.nonce`), and
  ///     return the credential's `identityToken`.
  /// - Throws: `missing_auth_proxy_configuration`, `invalid_configuration` without a bundle id, `key_unavailable` for a
  ///   token with another nonce, the errors of `authorize`, and those of `completeOAuth`.
  @discardableResult
  public func handleNativeAppleOAuth(
    sessionKey: String? = nil, authorize: @MainActor @Sendable (_ nonce: String) async throws(AuthError) -> Secret
  ) async throws(AuthError) -> AuthResult {
    try provider.requireProxy()
    guard provider.configuration.oauth.bundleID != nil else {
      throw AuthError(
        .invalidConfiguration,
        "Apple's sheet identifies the app by its bundle id, and this app has none. Set oauth.bundleId.",
        provider: provider.id)
    }
    let nonce = OAuthNonce.of(publicKeyHex: try await createKeyPair())
    return try await completeOAuth(
      oidcToken: try await authorize(nonce), provider: "apple", sessionKey: sessionKey)
  }

  private func oauth(
    _ name: String, _ sessionKey: String?, _ present: @escaping Presenting
  ) async throws(AuthError) -> AuthResult {
    try provider.requireProxy()
    return try await signIn(FlowRequest(method: .oauth(name)), sessionKey: sessionKey) {
      (prompt, _) throws(AuthError) in
      guard case .redirect(let redirect) = prompt else {
        throw AuthError(
          .unsupportedPrompt,
          "The sign-in asks for '\(prompt.name)' instead of a page. Use AuthClient.start(_:), and answer the prompt.")
      }
      return .callback(try await present(redirect))
    }
  }
}
