public import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Calls for Privy-style providers. Those that the vendor's SDK has, too, have the same names here.
extension AuthClient {
  /// Signs in with the JWT from the token provider.
  ///
  /// - Parameter id: the provider instance; nil for the configured one.
  /// - Throws: `token_required` if no user is signed in at the app's own identity system, and the errors of the
  ///   sign-in.
  public func loginWithCustomAccessToken(provider id: ProviderID? = nil) async throws(AuthError) -> Session {
    let result = try await start(FlowRequest(method: .customJWT), provider: id).result()
    guard case .session(let session, _) = result else {
      throw AuthError(.internalError, "The sign-in ended without a session. Start again.")
    }
    return session
  }

  /// Renews a session that could not be renewed while there was no network. Sends nothing if no session waits for
  /// renewal.
  ///
  /// - Parameter id: the provider instance; nil for the configured one.
  /// - Throws: the errors of the renewal. The session is kept unless the renewal was refused.
  public func onNetworkRestored(provider id: ProviderID? = nil) async throws(AuthError) {
    guard case .unverified = try await state(provider: id) else { return }
    _ = try await session(provider: id)
  }

  /// Fetches the user from the vendor and updates the session, as `user.refresh()` does in the vendor's SDK.
  ///
  /// - Parameter id: the provider instance; nil for the configured one.
  /// - Throws: `not_signed_in`, and the errors of the request.
  public func reloadPrivyUser(provider id: ProviderID? = nil) async throws(AuthError) -> PrivyUser {
    let session = try await describe(try await session(provider: id))
    guard let user = session.privyUser else {
      throw AuthError(
        .unsupported, "The instance is not a Privy-style provider. Name a Privy-style instance.",
        provider: session.providerID)
    }
    return user
  }

  /// Unlinks an account like `PrivyProvider.unlink`, and updates the session.
  ///
  /// - Parameters:
  ///   - credential: the account's ID, as `credentials` lists it.
  ///   - removesSecondFactor: whether an unlinked passkey also stops being a second factor.
  ///   - proof: the result of a flow of the purpose `stepUp`. Users with a second factor need it to unlink a passkey.
  ///   - id: the provider instance; nil for the configured one.
  /// - Throws: the errors of `PrivyProvider.unlink(_:from:removesSecondFactor:proof:)`, and of fetching the user again.
  public func unlinkPrivyAccount(
    _ credential: String, removesSecondFactor: Bool = true, proof: ActionProof? = nil, provider id: ProviderID? = nil
  ) async throws(AuthError) -> PrivyUser {
    guard let provider = try provider(id) as? PrivyProvider else {
      throw AuthError(
        .unsupported, "The instance is not a Privy-style provider. Name a Privy-style instance.", provider: id)
    }
    try await provider.unlink(
      credential, from: try await session(provider: provider.id), removesSecondFactor: removesSecondFactor,
      proof: proof)
    return try await reloadPrivyUser(provider: provider.id)
  }

  /// Removes a second factor like `PrivyProvider.removeSecondFactor`, and updates the session.
  ///
  /// - Parameters:
  ///   - method: `totp`, `sms_otp`, `email_otp` or `passkey`.
  ///   - proof: the result of a flow of the purpose `stepUp`.
  ///   - id: the provider instance; nil for the configured one.
  /// - Throws: the errors of `PrivyProvider.removeSecondFactor(_:from:proof:)`, and of fetching the user again.
  public func removePrivySecondFactor(
    _ method: MethodID, proof: ActionProof?, provider id: ProviderID? = nil
  ) async throws(AuthError) -> PrivyUser {
    guard let provider = try provider(id) as? PrivyProvider else {
      throw AuthError(
        .unsupported, "The instance is not a Privy-style provider. Name a Privy-style instance.", provider: id)
    }
    try await provider.removeSecondFactor(method, from: try await session(provider: provider.id), proof: proof)
    return try await reloadPrivyUser(provider: provider.id)
  }

  /// Deletes the user's account through the app's backend, and then the session on this device. Only the backend may
  /// delete users.
  ///
  /// The vendor has no such route for clients (P11). `DELETE {backend}/me` carries the session's access token. The
  /// backend deletes the user with the vendor's server API and responds with a success status.
  ///
  /// - Parameter id: the provider instance; nil for the configured one.
  /// - Throws: `invalid_configuration` without a `backend`, `unsupported` for another vendor's instance,
  ///   `provider_error` if the backend refuses. The session is then kept.
  public func deletePrivyAccount(provider id: ProviderID? = nil) async throws(AuthError) {
    guard let provider = try provider(id) as? PrivyProvider else {
      throw AuthError(
        .unsupported, "The instance is not a Privy-style provider. Name a Privy-style instance.", provider: id)
    }
    guard let backend = provider.configuration.backendURL else {
      throw AuthError(
        .invalidConfiguration, "The app's backend deletes accounts. Set $.providers.\(provider.id).backend.",
        provider: provider.id)
    }
    let session = try await session(provider: provider.id)
    let response = try await send(TransportRequest("DELETE", backend.appending(path: "me")), session: session)
    guard response.isSuccess else {
      throw AuthError(
        .providerError,
        "The app's backend did not delete the account (HTTP \(response.status)). Check the backend's log.",
        provider: provider.id)
    }
    try await remove(session.id)
  }
}
