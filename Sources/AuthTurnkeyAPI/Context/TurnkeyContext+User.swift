public import AuthCore
import AuthTurnkey

extension TurnkeyContext {
  /// Fetches the signed-in user from the vendor.
  ///
  /// - Throws: `not_signed_in`, the errors of renewing the session, and those of `TurnkeyClient.user(_:)`.
  public func fetchUser() async throws(AuthError) -> TurnkeyUser {
    let session = try await auth.session(provider: provider.id)
    return try await provider.client(for: session).user(session.subject)
  }

  /// Fetches the user and updates `user`.
  ///
  /// - Throws: the errors of `fetchUser()`.
  public func refreshUser() async throws(AuthError) { user = try await fetchUser() }

  /// Changes the user's e-mail address, and updates `user`.
  ///
  /// - Parameters:
  ///   - email: the new address; an empty string removes the present one.
  ///   - verification: the verification token of the new address; without one, the address is unverified.
  /// - Throws: the errors of `client()`, and those of a submission.
  public func updateUserEmail(_ email: String, verification: Secret? = nil) async throws(AuthError) {
    let session = try await auth.session(provider: provider.id)
    try await provider.client(for: session).updateEmail(of: session.subject, to: email, verification: verification)
    try await refreshUser()
  }

  /// Changes the user's phone number, and updates `user`.
  ///
  /// - Parameters:
  ///   - number: the new number in E.164 format; an empty string removes the present one.
  ///   - verification: the verification token of the new number; without one, the number is unverified.
  /// - Throws: the errors of `client()`, and those of a submission.
  public func updateUserPhoneNumber(_ number: String, verification: Secret? = nil) async throws(AuthError) {
    let session = try await auth.session(provider: provider.id)
    try await provider.client(for: session).updatePhoneNumber(
      of: session.subject, to: number, verification: verification)
    try await refreshUser()
  }

  /// Changes the user's name, and updates `user`.
  ///
  /// - Throws: the errors of `client()`, and those of a submission.
  public func updateUserName(_ name: String) async throws(AuthError) {
    let session = try await auth.session(provider: provider.id)
    try await provider.client(for: session).updateName(of: session.subject, to: name)
    try await refreshUser()
  }
}
