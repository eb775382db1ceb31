public import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Calls for Privy-style providers. `loginWithCustomAccessToken` and `onNetworkRestored` have the names of the vendor's
/// SDK.
extension AuthClient {
  /// Signs in with the JWT from the token provider.
  ///
  /// - Parameter id: the provider instance; nil for the configured one.
  /// - Throws: `token_required` if there is no token provider, or no user is signed in at the app's own identity
  ///   system; `token_expired` for a token that has expired and `invalid_token` for one that is not a JWT, neither of
  ///   which is sent; and the other errors of the sign-in.
  public func loginWithCustomAccessToken(provider id: ProviderID? = nil) async throws(AuthError) -> Session {
    let result = try await start(FlowRequest(method: .customJWT), provider: id).result()
    guard case .session(let session, _) = result else {
      throw AuthError(
        .internalError, "The sign-in ended without a session. Report this to Latchkey's maintainers.")
    }
    return session
  }

  /// Renews a session that could not be renewed while there was no network. Sends nothing if no session waits for
  /// renewal.
  ///
  /// - Parameter id: the provider instance; nil for the configured one.
  /// - Throws: the errors of `state(provider:)` and `session(provider:)`. The session is kept unless the vendor refuses
  ///   the renewal.
  public func onNetworkRestored(provider id: ProviderID? = nil) async throws(AuthError) {
    guard case .unverified = try await state(provider: id) else { return }
    _ = try await session(provider: id)
  }

  /// Fetches the user from the vendor and updates the session, as `user.refresh()` does in the vendor's SDK.
  ///
  /// - Parameter id: the provider instance; nil for the configured one.
  /// - Throws: the errors of `session(provider:)`, such as `not_signed_in`; `unsupported` for another vendor's
  ///   instance; `malformed_response` if the vendor returns another user; and the errors of the request.
  public func reloadPrivyUser(provider id: ProviderID? = nil) async throws(AuthError) -> PrivyUser {
    let session = try await describe(try await session(provider: id))
    guard let user = session.privyUser else {
      throw AuthError(
        .unsupported, "The instance is not a Privy-style provider. Pass the id of a Privy-style instance.",
        provider: session.providerID)
    }
    return user
  }

  /// Unlinks an account like `PrivyProvider.unlink`, and updates the session.
  ///
  /// - Parameters:
  ///   - credential: the ID of the account's credential, as `PrivyProvider.credentials(of:)` lists it.
  ///   - removesSecondFactor: whether an unlinked passkey also stops being a second factor.
  ///   - proof: the result of a flow with the purpose `stepUp`. Users with a second factor need it to unlink a passkey.
  ///   - id: the provider instance; nil for the configured one.
  /// - Throws: `unsupported` for another vendor's instance; the errors of `session(provider:)`, of
  ///   `PrivyProvider.unlink(_:from:removesSecondFactor:proof:)` and, after the account was unlinked, of
  ///   `reloadPrivyUser(provider:)`.
  public func unlinkPrivyAccount(
    _ credential: String, removesSecondFactor: Bool = true, proof: ActionProof? = nil, provider id: ProviderID? = nil
  ) async throws(AuthError) -> PrivyUser {
    guard let provider = try provider(id) as? PrivyProvider else {
      throw AuthError(
        .unsupported, "The instance is not a Privy-style provider. Pass the id of a Privy-style instance.",
        provider: id)
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
  ///   - proof: the result of a flow with the purpose `stepUp`.
  ///   - id: the provider instance; nil for the configured one.
  /// - Throws: `unsupported` for another vendor's instance; the errors of `session(provider:)`, of
  ///   `PrivyProvider.removeSecondFactor(_:from:proof:)` and, after the factor was removed, of
  ///   `reloadPrivyUser(provider:)`.
  public func removePrivySecondFactor(
    _ method: MethodID, proof: ActionProof?, provider id: ProviderID? = nil
  ) async throws(AuthError) -> PrivyUser {
    guard let provider = try provider(id) as? PrivyProvider else {
      throw AuthError(
        .unsupported, "The instance is not a Privy-style provider. Pass the id of a Privy-style instance.",
        provider: id)
    }
    try await provider.removeSecondFactor(method, from: try await session(provider: provider.id), proof: proof)
    return try await reloadPrivyUser(provider: provider.id)
  }

  /// Deletes the user's account through the app's backend, and then the session on this device. Only the backend may
  /// delete users.
  ///
  /// The vendor has no route with which a client deletes a user (P11). The request is `DELETE {backend}/me` with the
  /// session's access token. The backend deletes the user with the vendor's server API and responds with a success
  /// status.
  ///
  /// - Parameter id: the provider instance; nil for the configured one.
  /// - Throws: `unsupported` for another vendor's instance; `invalid_configuration` without a `backend`; the errors of
  ///   `session(provider:)` and `send(_:session:)`; `provider_error` if the backend's status is not a success. After
  ///   these errors, the session is kept unless its renewal was refused. After the account was deleted, the errors of
  ///   `remove(_:)`.
  public func deletePrivyAccount(provider id: ProviderID? = nil) async throws(AuthError) {
    guard let provider = try provider(id) as? PrivyProvider else {
      throw AuthError(
        .unsupported, "The instance is not a Privy-style provider. Pass the id of a Privy-style instance.",
        provider: id)
    }
    guard let backend = provider.configuration.backendURL else {
      throw AuthError(
        .invalidConfiguration,
        "Only the app's backend can delete accounts, and none is configured. Set $.providers.\(provider.id).backend.",
        provider: provider.id)
    }
    let session = try await session(provider: provider.id)
    let response = try await send(TransportRequest("DELETE", backend.appending(path: "me")), session: session)
    guard response.isSuccess else {
      throw AuthError(
        .providerError,
        "The app's backend returned HTTP \(response.status) for the deletion, so the account may still exist. Check "
          + "the backend's log.",
        provider: provider.id)
    }
    try await remove(session.id)
  }
}
