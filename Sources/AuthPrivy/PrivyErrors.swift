import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The vendor's errors as `AuthError`: the one table.
///
/// Messages are ours; the vendor's code is kept, its text is not, since it could hold what was sent.
enum PrivyErrors {
  /// Which answer is judged: some refusals mean what the request was about.
  enum Context: Sendable, CaseIterable {
    /// `custom_jwt_account/authenticate`.
    case appToken
    /// `passwordless/init`.
    case sendCode
    /// `passwordless/authenticate` and its sisters.
    case code
    /// A proof that is not typed: a page's code, a signature, a passkey, a guest's secret.
    case proof
    /// A second factor's code.
    case factorCode
    /// `sessions`.
    case refresh
    /// `sessions/logout`.
    case logOut
    /// Anything else with a session's token.
    case session
  }

  /// The error behind an answer that is no success: `{error, cause?, code?, data?}` (P70).
  ///
  /// INFER P46: when to come back after a limit is in `Retry-After`, as everywhere; no capture shows one of this
  /// vendor's.
  static func error(_ response: TransportResponse, in context: Context, now: Date) -> AuthError {
    let vendorCode = code(of: response)
    // A limit says when to come back, which only the answer's own headers know.
    if let failure = response.generalFailure(now: now) { return failure.naming(vendorCode, response) }
    if let vendorCode, let known = known(vendorCode, in: context) { return known.naming(vendorCode, response) }
    return refusal(response.status, in: context).naming(vendorCode, response)
  }

  /// Whether the server says, with authority, that a session cannot be renewed by its own tokens.
  static func endsSession(_ error: AuthError) -> Bool {
    error.code == .sessionExpired || error.code == .sessionRevoked
  }

  /// Whether the server says, with authority, that the app's user may not be signed in at all.
  static func barsUser(_ error: AuthError) -> Bool { error.code == .userNotFound || error.code == .forbidden }

  /// Whether a sign-out found nothing left to end.
  static func meansLoggedOut(_ error: AuthError) -> Bool {
    endsSession(error) || error.vendorCode == "already_logged_out"
  }

  private static func code(of response: TransportResponse) -> String? {
    do throws(AuthError) {
      // A name, and nothing that could hold what was sent.
      return try response.json()["code"]?.stringValue.flatMap { isName($0) ? $0 : nil }
    } catch {
      // An answer that is no JSON has no code: its status speaks.
      return nil
    }
  }

  private static func isName(_ text: String) -> Bool {
    (1...64).contains(text.utf8.count)
      && text.utf8.allSatisfy { $0 == UInt8(ascii: "_") || ($0 | 0x20) >= 0x61 && ($0 | 0x20) <= 0x7A }
  }

  private static func known(_ vendorCode: String, in context: Context) -> AuthError? {
    if let credential = credentialFailures[vendorCode] { return refused(context, isSpent: credential == .spent) }
    if vendorCode.hasPrefix("transaction_") {
      return AuthError(.providerError, "The vendor could not carry the transaction out; its code says why.")
    }
    guard let (code, message) = table[vendorCode] else { return nil }
    return AuthError(code, message)
  }

  private enum CredentialFailure { case wrong, spent }

  /// What was presented is not good: what that was, the context knows.
  private static let credentialFailures: [String: CredentialFailure] = [
    "invalid_data": .wrong, "invalid_credentials": .wrong, "missing_or_invalid_token": .wrong,
    "token_already_used": .spent, "already_logged_out": .spent,
  ]

  private static func refused(_ context: Context, isSpent: Bool) -> AuthError {
    switch context {
    case .appToken: AuthError(.invalidToken, "The vendor did not take the app's token.", recovery: .signIn)
    case .sendCode: AuthError(.invalidIdentifier, "The vendor does not take this address.")
    case .proof: AuthError(.signatureInvalid, "The vendor did not take the proof.", recovery: .restart)
    // The vendor does not tell a wrong code from a late one (P72).
    case .code, .factorCode: AuthError(.invalidCode, "The code is wrong, or past its time.")
    case .refresh, .logOut, .session:
      AuthError(
        .sessionExpired,
        isSpent ? "The session's refresh token was used before." : "The vendor no longer renews this session.")
    }
  }

  /// By the vendor's code (P77).
  private static let table: [String: (code: AuthError.Code, message: String)] = [
    "user_does_not_exist": (.userNotFound, "There is no such user, and signing up is off."),
    "allowlist_rejected": (.forbidden, "The user is not on the app's allow list."),
    "max_accounts_reached": (.forbidden, "The app has as many users as its plan allows."),
    "user_unsubscribed": (.forbidden, "The user does not want messages."),
    "disallowed_login_method": (.methodNotAvailable, "This way to sign in is switched off in the vendor's dashboard."),
    "feature_not_enabled": (.methodNotAvailable, "This is switched off in the vendor's dashboard."),
    "not_supported": (.methodNotAvailable, "The vendor does not support this for the app."),
    "disallowed_plus_email": (.invalidIdentifier, "The app does not take e-mail addresses with a plus sign."),
    "too_many_requests": (.rateLimited, "Too many requests."),
    "invalid_captcha": (.captchaRequired, "The vendor asks for a captcha."),
    "missing_or_invalid_mfa": (.mfaRequired, "A second factor is needed."),
    "expired_or_invalid_mfa_token": (.mfaRequired, "The second factor has to be proven again."),
    "mfa_required": (
      .mfaRequired, "The user's wallets are protected by a second factor: prove it by a flow of purpose stepUp."
    ),
    "missing_mfa_enrollment": (
      .mfaEnrollmentRequired, "The app asks for a second factor, and the user has set none up: add one first."
    ),
    "signup_disabled": (.userNotFound, "There is no such user, and signing up is off."),
    "max_apps_reached": (.forbidden, "The vendor's account has as many apps as its plan allows."),
    "invalid_request": (.invalidRequest, "The vendor does not take the request as it is."),
    "resource_conflict": (.invalidState, "Something like this exists already, or was changed at the same time."),
    "device_revoked": (.sessionRevoked, "The device may no longer be used; sign in again."),
    "missing_or_invalid_privy_account_id": (.invalidRequest, "The vendor does not know the account."),
    "disallowed_recovery_method": (.forbidden, "The app does not allow this way to recover a wallet."),
    "user_has_not_delegated_wallet": (.forbidden, "The user has not allowed the app to use the wallet."),
    "insufficient_funds": (.forbidden, "The wallet does not have the funds for this."),
    "policy_violation": (.forbidden, "The wallet's policy does not allow this."),
    "linked_to_another_user": (.forbidden, "The account belongs to another user."),
    "account_transfer_required": (.forbidden, "The account belongs to another user, who would have to give it away."),
    "cannot_link_more_of_type": (.forbidden, "The user has an account of this type already."),
    "cannot_unlink_sole_account": (.forbidden, "It is the user's only account."),
    "cannot_unlink_embedded_wallet": (.forbidden, "A wallet that the vendor keeps cannot be unlinked."),
    "linked_account_not_found": (.noCredential, "The user has no such account."),
    "oauth_state_mismatch": (.redirectMismatch, "The page's answer is not this visit's; open the page again."),
    "oauth_account_suspended": (.forbidden, "The account is suspended at the other service."),
    "oauth_user_denied": (.redirectDenied, "The page ended without a sign-in."),
    "invalid_pkce_parameters": (.redirectMismatch, "The code was made for another visit; open the page again."),
    "missing_or_invalid_privy_app_id": (.invalidConfiguration, "The vendor does not know the app; check appId."),
    "missing_or_invalid_privy_client_id": (
      .invalidConfiguration, "The vendor does not know the app's client; check appClientId."
    ),
    "invalid_native_app_id": (
      .invalidConfiguration,
      "The app's client takes named applications alone, and this one is missing or another: set nativeAppIdentifier to "
        + "one that the vendor's dashboard lists."
    ),
    "invalid_app_url_scheme_configuration": (
      .invalidConfiguration, "The app's client has no such URL scheme; add redirectURL's in the vendor's dashboard."
    ),
    "invalid_origin": (.invalidConfiguration, "The app's client is restricted to other origins; check appClientId."),
    "missing_origin": (.invalidConfiguration, "The app's client is one for web pages; check appClientId."),
  ]

  /// What an answer without a known code means, by what was asked.
  private static func refusal(_ status: Int, in context: Context) -> AuthError {
    switch (context, status) {
    case (.appToken, 400), (.appToken, 401), (.appToken, 403), (.appToken, 422), (.code, 401), (.code, 422),
      (.factorCode, 422), (.proof, 400), (.proof, 401), (.proof, 403), (.proof, 422),
      (.sendCode, 422), (.refresh, 401), (.logOut, 401), (.session, 401):
      refused(context, isSpent: false)
    default:
      AuthError(
        .providerError,
        "The vendor returned HTTP \(status) without an error that is known. Check the base URL and the vendor's status page."
      )
    }
  }
}

extension AuthError {
  /// The same error with the vendor's own code and its name for the exchange.
  fileprivate func naming(_ vendorCode: String?, _ response: TransportResponse) -> AuthError {
    var error = self
    error.vendorCode = error.vendorCode ?? vendorCode
    error.traceID = error.traceID ?? response.headers["x-request-id"]
    return error
  }
}
