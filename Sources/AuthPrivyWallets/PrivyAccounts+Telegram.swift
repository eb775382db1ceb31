public import AuthCore
import AuthPrivy

extension PrivyAccounts {
  /// Links an account at Telegram (P98). A user can have only one.
  ///
  /// - Parameter telegram: the user's login at Telegram, which must be recent.
  /// - Returns: the user with the account; or a transfer, if the account belongs to another user and the vendor allows
  ///   this user to take it over.
  /// - Throws: `signature_invalid` if the vendor refuses the login, for example because it is old or belongs to another
  ///   bot; `method_not_available` if the app does not allow Telegram; `forbidden` if the user has another account at
  ///   Telegram, or if the account belongs to another user and cannot be moved; and the errors of a request with the
  ///   session and of `AuthClient.reloadPrivyUser(provider:)`.
  public func link(_ telegram: TelegramLogin) async throws(AuthError) -> PrivyLinkResult {
    let response = try await response(TelegramLogin.route + "/link", .object(telegram.body))
    return try await result(of: response, provider.error(behindProof: response)) { refusal in
      PrivyAccountTransfer(of: telegram, refusal: refusal)
    }
  }
}
