public import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The vendor's own names for what every provider does here, for apps that come from its SDK: each is one call.
extension AuthClient {
  /// Signs in by the JWT that the token provider gives: `setTokenProvider` and this were the vendor's first shape.
  ///
  /// - Parameter id: the provider instance; nil for the configured one.
  /// - Throws: `token_required` when no user is signed in at the app's own identity system, else what the sign-in
  ///   throws.
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

  /// The user as the vendor has them now, which the session says from then on: the vendor's `user.refresh()`.
  ///
  /// - Throws: `not_signed_in`, and what the request throws.
  public func reloadPrivyUser(provider id: ProviderID? = nil) async throws(AuthError) -> PrivyUser {
    let session = try await describe(try await session(provider: id))
    guard let user = session.privyUser else {
      throw AuthError(.unsupported, "The instance is another vendor's.", provider: session.providerID)
    }
    return user
  }

  /// Unlinks an account, as `PrivyProvider.unlink` does, and brings the session up to date.
  ///
  /// - Parameters:
  ///   - credential: the account's id, as `credentials` lists it.
  ///   - removesSecondFactor: whether a passkey that is unlinked is no second factor any more either.
  ///   - proof: what a flow of purpose `stepUp` ended in; users who have a second factor need it to unlink a passkey.
  ///   - id: the instance; nil for the configured one.
  /// - Throws: as `PrivyProvider.unlink(_:from:removesSecondFactor:proof:)`; what reading the user anew throws.
  public func unlinkPrivyAccount(
    _ credential: String, removesSecondFactor: Bool = true, proof: ActionProof? = nil, provider id: ProviderID? = nil
  ) async throws(AuthError) -> PrivyUser {
    guard let provider = try provider(id) as? PrivyProvider else {
      throw AuthError(.unsupported, "The instance is another vendor's.", provider: id)
    }
    try await provider.unlink(
      credential, from: try await session(provider: provider.id), removesSecondFactor: removesSecondFactor,
      proof: proof)
    return try await reloadPrivyUser(provider: provider.id)
  }

  /// Removes a second factor, as `PrivyProvider.removeSecondFactor` does, and brings the session up to date.
  ///
  /// - Parameters:
  ///   - method: `totp`, `sms_otp`, `email_otp` or `passkey`.
  ///   - proof: what a flow of purpose `stepUp` ended in.
  ///   - id: the instance; nil for the configured one.
  /// - Throws: as `PrivyProvider.removeSecondFactor(_:from:proof:)`; what reading the user anew throws.
  public func removePrivySecondFactor(
    _ method: MethodID, proof: ActionProof?, provider id: ProviderID? = nil
  ) async throws(AuthError) -> PrivyUser {
    guard let provider = try provider(id) as? PrivyProvider else {
      throw AuthError(.unsupported, "The instance is another vendor's.", provider: id)
    }
    try await provider.removeSecondFactor(method, from: try await session(provider: provider.id), proof: proof)
    return try await reloadPrivyUser(provider: provider.id)
  }

  /// Deletes the user's account through the app's backend, which alone may do so, and forgets the session here.
  ///
  /// The vendor has no route of clients for this (P11). `DELETE {backend}/me` goes with the session's access token; the
  /// backend deletes the user by the vendor's server API and answers a success.
  ///
  /// - Throws: `invalid_configuration` without a `backend`, `unsupported` for another vendor's instance,
  ///   `provider_error` when the backend refuses; the session stays then.
  public func deletePrivyAccount(provider id: ProviderID? = nil) async throws(AuthError) {
    guard let provider = try provider(id) as? PrivyProvider else {
      throw AuthError(.unsupported, "The instance is another vendor's.", provider: id)
    }
    guard let backend = provider.configuration.backendURL else {
      throw AuthError(
        .invalidConfiguration, "An account is deleted by the app's backend: set $.providers.\(provider.id).backend.",
        provider: provider.id)
    }
    let session = try await session(provider: provider.id)
    let response = try await send(TransportRequest("DELETE", backend.appending(path: "me")), session: session)
    guard response.isSuccess else {
      throw AuthError(
        .providerError, "The app's backend did not delete the account (HTTP \(response.status)).",
        provider: provider.id)
    }
    try await remove(session.id)
  }
}
