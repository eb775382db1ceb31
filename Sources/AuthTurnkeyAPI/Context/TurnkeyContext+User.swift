public import AuthCore
import AuthTurnkey

extension TurnkeyContext {
  /// Fetches the signed-in user from the vendor.
  ///
  /// - Throws: `not_signed_in`, and the errors of the call.
  public func fetchUser() async throws(AuthError) -> TurnkeyUser {
    let session = try await auth.session(provider: provider.id)
    return try await provider.client(for: session).user(session.subject)
  }

  /// Fetches the user and updates `user`.
  public func refreshUser() async throws(AuthError) { user = try await fetchUser() }

  /// Fetches the user's wallets from the vendor.
  public func fetchWallets() async throws(AuthError) -> [TurnkeyWallet] { try await client().wallets() }

  /// Fetches the wallets and updates `wallets`.
  public func refreshWallets() async throws(AuthError) { wallets = try await fetchWallets() }

  /// Changes the user's e-mail address. An empty address removes it.
  public func updateUserEmail(_ email: String, verification: Secret? = nil) async throws(AuthError) {
    let session = try await auth.session(provider: provider.id)
    try await provider.client(for: session).updateEmail(of: session.subject, to: email, verification: verification)
    try await refreshUser()
  }

  /// Changes the user's phone number. An empty number removes it.
  public func updateUserPhoneNumber(_ number: String, verification: Secret? = nil) async throws(AuthError) {
    let session = try await auth.session(provider: provider.id)
    try await provider.client(for: session).updatePhoneNumber(
      of: session.subject, to: number, verification: verification)
    try await refreshUser()
  }

  /// Changes the user's name.
  public func updateUserName(_ name: String) async throws(AuthError) {
    let session = try await auth.session(provider: provider.id)
    try await provider.client(for: session).updateName(of: session.subject, to: name)
    try await refreshUser()
  }
}
