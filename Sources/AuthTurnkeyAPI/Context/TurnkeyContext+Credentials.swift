public import AuthCore
public import AuthTurnkey

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The credentials of the signed-in user, which `user` lists: `authenticators`, `oauthProviders` and `apiKeys`. Each
/// call updates `user`.
extension TurnkeyContext {
  /// Creates a passkey in a ceremony, and adds it to the user.
  ///
  /// - Parameters:
  ///   - name: the passkey's display name; nil for the configured one (`passkeyName`).
  ///   - options: the appearance of the ceremony.
  /// - Returns: the vendor's ID of the passkey.
  /// - Throws: `method_not_available` without `rpId` or an authenticator, `credential_excluded` if the authenticator
  ///   already holds a passkey of the user, `cancelled`, the other errors of the authenticator, the errors of
  ///   `client()` and of a submission, `malformed_response`, and the errors of `refreshUser()`. After an error of the
  ///   last, the passkey is added.
  @discardableResult
  public func addPasskey(
    name: String? = nil, options: PasskeyOptions = PasskeyOptions()
  ) async throws(AuthError) -> String {
    let (authenticator, relyingPartyID) = try provider.passkeys()
    let session = try await auth.session(provider: provider.id)
    let client = try provider.client(for: session)
    let user = try await client.user(session.subject)
    let services = provider.services
    let label =
      name ?? options.label ?? provider.configuration.passkeyName
      ?? "passkey-\(Int64(services.clock.now().timeIntervalSince1970))"
    let challenge = services.random.bytes(32)
    let registration = try await authenticator.create(
      PasskeyCreationRequest(
        relyingPartyID: relyingPartyID, relyingPartyName: provider.configuration.relyingPartyName ?? relyingPartyID,
        userHandle: Array(services.random.uuid().utf8), userName: user.email ?? user.phoneNumber ?? user.name,
        displayName: user.name, challenge: challenge,
        excludedCredentials: user.authenticators.compactMap { Base64URL.decode($0.credentialID) }, options: options))
    let made = try await client.createAuthenticators(
      [NewAuthenticator(name: label, challenge: challenge, registration: registration)], for: user.id)
    return try await added(made, "authenticatorIds")
  }

  /// Removes a passkey. The user's password manager keeps its own copy, which no longer works.
  ///
  /// - Parameter id: the vendor's ID of the passkey (`TurnkeyAuthenticator.id`).
  /// - Throws: the errors of `client()`, of a submission and of `refreshUser()`.
  public func removePasskey(_ id: String) async throws(AuthError) {
    let session = try await auth.session(provider: provider.id)
    try await provider.client(for: session).deleteAuthenticators([id], of: session.subject)
    try await refreshUser()
  }

  /// Adds an account at an identity provider, with which the user can sign in from then on.
  ///
  /// - Parameters:
  ///   - oidcToken: an identity token of the account, which the app obtained itself.
  ///   - providerName: the account's name at the vendor, such as `google`.
  /// - Returns: the vendor's ID of the account.
  /// - Throws: the errors of `client()`, of a submission, `malformed_response`, and the errors of `refreshUser()`.
  ///   After an error of the last, the account is added.
  @discardableResult
  public func addOAuthProvider(oidcToken: Secret, providerName: String) async throws(AuthError) -> String {
    let session = try await auth.session(provider: provider.id)
    let made = try await provider.client(for: session).createOAuthProviders(
      [NewOAuthAccount(name: providerName, identity: .token(oidcToken))], for: session.subject)
    return try await added(made, "providerIds")
  }

  /// Removes an account at an identity provider.
  ///
  /// - Parameter id: the vendor's ID of the account (`TurnkeyOAuthAccount.id`).
  /// - Throws: the errors of `client()`, of a submission and of `refreshUser()`.
  public func removeOAuthProvider(_ id: String) async throws(AuthError) {
    let session = try await auth.session(provider: provider.id)
    try await provider.client(for: session).deleteOAuthProviders([id], of: session.subject)
    try await refreshUser()
  }

  /// Adds an external wallet, with which the user can sign in from then on. The wallet signs nothing until then.
  ///
  /// - Returns: the vendor's ID of the wallet's key.
  /// - Throws: the errors of `addAPIKey(_:)`.
  @discardableResult
  public func addWallet(_ wallet: WalletStamper) async throws(AuthError) -> String {
    try await addAPIKey(
      NewAPIKey(
        name: "wallet-auth:\(wallet.publicKeyHex)", publicKey: wallet.publicKeyHex,
        curve: wallet.scheme == .ed25519 ? .ed25519 : .secp256k1))
  }

  /// Adds an API key, whose holder can act as the user.
  ///
  /// - Returns: the vendor's ID of the key.
  /// - Throws: the errors of `client()`, of a submission, `malformed_response`, and the errors of `refreshUser()`.
  ///   After an error of the last, the key is added.
  @discardableResult
  public func addAPIKey(_ key: NewAPIKey) async throws(AuthError) -> String {
    let session = try await auth.session(provider: provider.id)
    return try await added(
      try await provider.client(for: session).createAPIKeys([key], for: session.subject), "apiKeyIds")
  }

  /// Removes an API key: an external wallet's, one of the app's, or a session's. The session with this key ends.
  ///
  /// - Parameter id: the vendor's ID of the key (`TurnkeyAPIKey.id`).
  /// - Throws: the errors of `client()` and of a submission, and those of `refreshUser()`, which fails if the key is
  ///   that of this session.
  public func removeAPIKey(_ id: String) async throws(AuthError) {
    let session = try await auth.session(provider: provider.id)
    try await provider.client(for: session).deleteAPIKeys([id], of: session.subject)
    try await refreshUser()
  }

  private func added(_ ids: [String], _ field: String) async throws(AuthError) -> String {
    guard let id = ids.first else {
      throw AuthError(
        .malformedResponse, "The response has no valid field '\(field)'. Try again, or check the server's address.")
    }
    try await refreshUser()
    return id
  }
}
