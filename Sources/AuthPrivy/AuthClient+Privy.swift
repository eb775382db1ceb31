public import AuthCore

/// The vendor's own names for what every provider does here, for apps that come from its SDK: each is one call.
extension AuthClient {
  /// Signs in by the JWT that the token provider gives: `setTokenProvider` and this were the vendor's first shape.
  ///
  /// - Parameter id: the provider instance; nil for the configured one.
  /// - Throws: `token_required` when nobody is signed in at the app's own identity system, else what the sign-in throws.
  public func loginWithCustomAccessToken(provider id: ProviderID? = nil) async throws(AuthError) -> Session {
    let result = try await start(FlowRequest(method: .customJWT), provider: id).result()
    guard case .session(let session, _) = result else {
      throw AuthError(.internalError, "The sign-in ended in no session.")
    }
    return session
  }

  /// Renews a session that could not be renewed while there was no network; without one that waits for it, nothing is
  /// sent.
  ///
  /// - Throws: what the renewal throws; the session stays unless it was refused.
  public func onNetworkRestored(provider id: ProviderID? = nil) async throws(AuthError) {
    guard case .unverified = try await state(provider: id) else { return }
    _ = try await session(provider: id)
  }
}
