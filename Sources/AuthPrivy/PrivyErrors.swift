import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Maps the vendor's errors to `AuthError`, in one table.
///
/// The messages are this package's own. The vendor's code is kept. The vendor's text is not, since it could repeat
/// values of the request.
enum PrivyErrors {
  /// The request whose response is mapped. The meaning of some refusals depends on it.
  enum Context: Sendable, CaseIterable {
    /// `custom_jwt_account/authenticate`.
    case appToken
    /// `passwordless/init`.
    case sendCode
    /// `passwordless/authenticate` and the related routes.
    case code
    /// A proof that the user does not type: a page's code, a signature, a passkey, a guest's secret.
    case proof
    /// A second factor's code.
    case factorCode
    /// `sessions`.
    case refresh
    /// `sessions/logout`.
    case logOut
    /// Any other request with a session's token.
    case session
  }

  /// The error for an unsuccessful response: `{error, cause?, code?, data?}` (P70).
  ///
  /// INFER P46: the wait after a rate limit is in `Retry-After`, as usual. No capture of this vendor shows one.
  static func error(_ response: TransportResponse, in context: Context, now: Date) -> AuthError {
    let vendorCode = code(of: response)
    // Check for a general failure first, because the wait after a rate limit is only in the response's headers.
    if let failure = response.generalFailure(now: now) { return failure.naming(vendorCode, response) }
    if let vendorCode, let known = known(vendorCode, in: context) { return known.naming(vendorCode, response) }
    return refusal(response.status, in: context).naming(vendorCode, response)
  }

  /// Whether an error means that the vendor refused the session's own tokens. If so, they cannot renew the session.
  static func endsSession(_ error: AuthError) -> Bool {
    error.code == .sessionExpired || error.code == .sessionRevoked
  }

  /// Whether an error means that the vendor refused the user of the app's token, rather than the token.
  static func barsUser(_ error: AuthError) -> Bool { error.code == .userNotFound || error.code == .forbidden }

  /// Whether a sign-out failed because the session had already ended.
  static func meansLoggedOut(_ error: AuthError) -> Bool {
    endsSession(error) || error.vendorCode == "already_logged_out"
  }

  private static func code(of response: TransportResponse) -> String? {
    do throws(AuthError) {
      // Only a name (up to 64 letters and underscores) is kept, because other text could repeat values of the request.
      return try response.json()["code"]?.stringValue.flatMap { isName($0) ? $0 : nil }
    } catch {
      // A response that is not JSON has no code; its status decides.
      return nil
    }
  }

  private static func isName(_ text: String) -> Bool {
    (1...64).contains(text.utf8.count)
      && text.utf8.allSatisfy { $0 == UInt8(ascii: "_") || ($0 | 0x20) >= 0x61 && ($0 | 0x20) <= 0x7A }
  }

  private static func known(_ vendorCode: String, in context: Context) -> AuthError? {
    // The vendor refuses the session's own tokens with other codes (P74).
    if vendorCode == "invalid_data", context == .session {
      return AuthError(.invalidRequest, "The vendor does not accept the values of the request. Check them.")
    }
    if let credential = credentialFailures[vendorCode] { return refused(context, isSpent: credential == .spent) }
    if vendorCode.hasPrefix("transaction_") {
      return AuthError(.providerError, "The vendor could not execute the transaction. See vendorCode for the reason.")
    }
    guard let (code, message) = table[vendorCode] else { return nil }
    return AuthError(code, message)
  }

  private enum CredentialFailure { case wrong, spent }

  /// The vendor's codes for a credential that is not valid. Which credential that is depends on the request.
  private static let credentialFailures: [String: CredentialFailure] = [
    "invalid_data": .wrong, "invalid_credentials": .wrong, "missing_or_invalid_token": .wrong,
    "token_already_used": .spent, "already_logged_out": .spent,
  ]

  private static func refused(_ context: Context, isSpent: Bool) -> AuthError {
    switch context {
    case .appToken:
      AuthError(
        .invalidToken, "The vendor rejected the app's token. Sign in again at the app's own identity system.",
        recovery: .signIn)
    case .sendCode:
      AuthError(
        .invalidIdentifier,
        "The vendor does not accept this e-mail address, phone number or wallet address. Enter another one.")
    case .proof: AuthError(.signatureInvalid, "The vendor rejected the proof. Start again.", recovery: .restart)
    // The vendor does not distinguish a wrong code from an expired one (P72).
    case .code, .factorCode:
      AuthError(.invalidCode, "The code is wrong or has expired. Enter it again, or request a new one.")
    case .refresh, .logOut, .session:
      AuthError(
        .sessionExpired,
        isSpent
          ? "The session's refresh token was already used. Sign in again."
          : "The vendor no longer accepts this session's tokens. Sign in again.")
    }
  }

  /// The errors for the vendor's codes (P77).
  private static let table: [String: (code: AuthError.Code, message: String)] = [
    "user_does_not_exist": (
      .userNotFound,
      "The user does not exist, and this sign-in does not create users. Sign up first, or set mode to "
        + "'login-or-sign-up'."
    ),
    "allowlist_rejected": (
      .forbidden, "The user is not on the app's allow list. Add the user to it in the vendor's dashboard."
    ),
    "max_accounts_reached": (
      .forbidden, "The app has reached the number of users that its plan allows. Change the plan."
    ),
    "user_unsubscribed": (.forbidden, "The user has unsubscribed from messages. Choose another method."),
    "disallowed_login_method": (
      .methodNotAvailable,
      "The app does not allow this method. Choose another one, or switch this one on in the vendor's dashboard."
    ),
    "feature_not_enabled": (
      .methodNotAvailable, "This feature is off for the app. Switch it on in the vendor's dashboard."
    ),
    "not_supported": (
      .methodNotAvailable,
      "The vendor does not support this request for the app. Check the app's settings in the vendor's dashboard."
    ),
    "disallowed_plus_email": (
      .invalidIdentifier, "The app does not accept e-mail addresses with a plus sign. Enter another one."
    ),
    "too_many_requests": (.rateLimited, "Too many requests. Try again later."),
    "invalid_captcha": (
      .captchaRequired,
      "The vendor requires a captcha, which Latchkey cannot answer. Switch it off in the vendor's dashboard."
    ),
    "missing_or_invalid_mfa": (.mfaRequired, "The request needs a second factor. Verify the user with a stepUp flow."),
    "expired_or_invalid_mfa_token": (
      .mfaRequired, "The proof of the second factor has expired. Verify the factor again with a stepUp flow."
    ),
    "mfa_required": (.mfaRequired, "A second factor protects the user's wallets. Verify the user with a stepUp flow."),
    "missing_mfa_enrollment": (
      .mfaEnrollmentRequired, "The app requires a second factor, and the user has none. Add one first."
    ),
    "signup_disabled": (
      .userNotFound,
      "The user does not exist, and sign-up is switched off for the app. Switch it on in the vendor's dashboard."
    ),
    "max_apps_reached": (
      .forbidden, "The account at the vendor has reached the number of apps that its plan allows. Change the plan."
    ),
    "invalid_request": (.invalidRequest, "The vendor rejected the request as invalid. Check its parameters."),
    "resource_conflict": (
      .invalidState, "The resource already exists, or another request changed it at the same time. Read it again."
    ),
    "device_revoked": (.sessionRevoked, "The device was revoked. Sign in again."),
    "missing_or_invalid_privy_account_id": (
      .invalidRequest, "The account in the request does not exist at the vendor. Check its ID."
    ),
    "disallowed_recovery_method": (
      .forbidden,
      "The app does not allow this wallet recovery method. Use another one, or allow it in the vendor's dashboard."
    ),
    "user_has_not_delegated_wallet": (
      .forbidden, "The user has not allowed the app to use the wallet. Ask the user to delegate it."
    ),
    "insufficient_funds": (.forbidden, "The wallet does not have enough funds. Add funds and try again."),
    "policy_violation": (
      .forbidden, "The wallet's policy does not allow this request. Change the policy in the vendor's dashboard."
    ),
    "linked_to_another_user": (.forbidden, "The account belongs to another user. Link another account."),
    "account_transfer_required": (
      .forbidden,
      "The account belongs to another user. Move it with PrivyAccounts.transfer, or link another account."
    ),
    "cannot_link_more_of_type": (.forbidden, "The user already has an account of this type. Unlink it first."),
    "cannot_unlink_sole_account": (.forbidden, "The user's only account cannot be unlinked. Link another one first."),
    "cannot_unlink_embedded_wallet": (
      .forbidden, "The vendor does not unlink embedded wallets. Unlink another account."
    ),
    "linked_account_not_found": (.noCredential, "The user does not have this account. List the user's accounts again."),
    "oauth_state_mismatch": (
      .redirectMismatch, "The callback belongs to another sign-in attempt. Start again."
    ),
    "oauth_account_suspended": (.forbidden, "The service has suspended this account. Use another account."),
    "oauth_user_denied": (.redirectDenied, "The user or the service refused the sign-in on the page. Start again."),
    "invalid_pkce_parameters": (.redirectMismatch, "The code belongs to another sign-in attempt. Start again."),
    "missing_or_invalid_privy_app_id": (.invalidConfiguration, "The vendor does not know the app. Check appId."),
    "missing_or_invalid_privy_client_id": (
      .invalidConfiguration, "The vendor does not know the app's client. Check appClientId."
    ),
    "invalid_native_app_id": (
      .invalidConfiguration,
      "The app's client accepts only listed applications, and nativeAppIdentifier is missing or not listed. Set it to "
        + "an application that the vendor's dashboard lists."
    ),
    "invalid_app_url_scheme_configuration": (
      .invalidConfiguration,
      "The app's client does not allow the scheme of redirectURL. Add it in the vendor's dashboard."
    ),
    "invalid_origin": (.invalidConfiguration, "The app's client is restricted to other origins. Check appClientId."),
    "missing_origin": (.invalidConfiguration, "The app's client is for web pages. Check appClientId."),
  ]

  /// The error for a response without a known code, by the kind of request and the HTTP status.
  private static func refusal(_ status: Int, in context: Context) -> AuthError {
    switch (context, status) {
    case (.appToken, 400), (.appToken, 401), (.appToken, 403), (.appToken, 422), (.code, 401), (.code, 422),
      (.factorCode, 422), (.proof, 400), (.proof, 401), (.proof, 403), (.proof, 422),
      (.sendCode, 422), (.refresh, 401), (.logOut, 401), (.session, 401):
      refused(context, isSpent: false)
    default:
      AuthError(
        .providerError,
        "The vendor returned HTTP \(status) without a known error. Check the base URL and the vendor's status page."
      )
    }
  }
}

extension AuthError {
  /// The same error with the vendor's own code, and with the vendor's ID for the request in `traceID`.
  fileprivate func naming(_ vendorCode: String?, _ response: TransportResponse) -> AuthError {
    var error = self
    error.vendorCode = error.vendorCode ?? vendorCode
    error.traceID = error.traceID ?? response.headers["x-request-id"]
    return error
  }
}
