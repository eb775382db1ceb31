public import AuthCore
import AuthTurnkey

extension TurnkeyContext {
  /// The signed-in user, as the vendor has them now.
  ///
  /// - Throws: `not_signed_in`, and what the call throws.
  public func fetchUser() async throws(AuthError) -> TurnkeyUser {
    let session = try await auth.session(provider: provider.id)
    return try await provider.client(for: session).user(session.subject)
  }

  /// Fetches the user into `user`.
  public func refreshUser() async throws(AuthError) { user = try await fetchUser() }

  /// The user's wallets, as the vendor has them now.
  public func fetchWallets() async throws(AuthError) -> [TurnkeyWallet] { try await client().wallets() }

  /// Fetches the wallets into `wallets`.
  public func refreshWallets() async throws(AuthError) { wallets = try await fetchWallets() }

  /// Gives the user another e-mail address; an empty one removes it.
  public func updateUserEmail(_ email: String, verification: Secret? = nil) async throws(AuthError) {
    let session = try await auth.session(provider: provider.id)
    try await provider.client(for: session).updateEmail(of: session.subject, to: email, verification: verification)
    try await refreshUser()
  }

  /// Gives the user another phone number; an empty one removes it.
  public func updateUserPhoneNumber(_ number: String, verification: Secret? = nil) async throws(AuthError) {
    let session = try await auth.session(provider: provider.id)
    try await provider.client(for: session).updatePhoneNumber(
      of: session.subject, to: number, verification: verification)
    try await refreshUser()
  }

  /// Gives the user another name.
  public func updateUserName(_ name: String) async throws(AuthError) {
    let session = try await auth.session(provider: provider.id)
    try await provider.client(for: session).updateName(of: session.subject, to: name)
    try await refreshUser()
  }
}
