import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The table that maps the issuer's errors to `AuthError`. The messages are the adapter's own, because the issuer's
/// texts could repeat a part of the request.
enum OIDCErrors {
  /// Checks a response. Some OAuth 2.0 servers return errors with status 200.
  ///
  /// - Throws: the error of a response that is not a success, or that contains an error code.
  static func check(_ response: TransportResponse, now: Date) throws(AuthError) {
    guard response.isSuccess, code(of: response) == nil else { throw error(response, now: now) }
  }

  /// Returns the error of a response of the token, device or revocation endpoint (RFC 6749 §5.2, RFC 8628 §3.5).
  static func error(_ response: TransportResponse, now: Date) -> AuthError {
    if let failure = response.generalFailure(now: now) { return failure }
    guard let name = code(of: response) else {
      return AuthError(
        .malformedResponse,
        "The issuer returned HTTP \(response.status) without an OAuth error. Check 'issuer', or try again later.")
    }
    return error(named: name)
  }

  /// Returns the error for an OAuth error code.
  static func error(named name: String) -> AuthError {
    guard let entry = table[name] else {
      return AuthError(
        .providerError, "The issuer returned an unknown error code. Look it up in the issuer's documentation.",
        vendorCode: safe(name))
    }
    return AuthError(entry.code, entry.message, recovery: entry.recovery, vendorCode: name)
  }

  /// Returns the member `error` of a JSON response; nil if it is missing.
  static func code(of response: TransportResponse) -> String? {
    guard let body = try? response.json() else { return nil }
    return body["error"]?.stringValue
  }

  /// Returns an error code that may be shown; nil for a string in any other format, which could repeat a part of the
  /// request.
  static func safe(_ name: String) -> String? {
    let isName =
      !name.isEmpty && name.utf8.count <= 64
      && name.utf8.allSatisfy { $0 == 0x5F || (0x61...0x7A).contains($0) }
    return isName ? name : nil
  }

  private typealias Entry = (code: AuthError.Code, message: String, recovery: AuthError.Recovery?)

  private static let table: [String: Entry] = [
    // The token endpoint (RFC 6749 §5.2).
    "invalid_grant": (
      .invalidToken, "The code or token is unknown, used, expired or another client's. Sign in again.", .restart
    ),
    "invalid_client": (
      .invalidConfiguration,
      "The issuer does not accept the client. Check 'clientId', 'clientKey', 'clientSecret' and 'secretIn'. A client "
        + "that registered itself registers again at a sign-in after ten minutes.", nil
    ),
    "unauthorized_client": (
      .invalidConfiguration, "The client is not allowed to use this grant. Allow it at the issuer.", nil
    ),
    "unsupported_grant_type": (.unsupported, "The issuer does not offer this grant. Use another method.", nil),
    "invalid_scope": (.invalidConfiguration, "The issuer does not grant these scopes. Check 'scopes'.", nil),
    "invalid_target": (
      .invalidConfiguration, "The issuer does not know these APIs (RFC 8707). Check 'resources'.", nil
    ),
    "invalid_request": (
      .providerError,
      "The issuer rejected the request. Check 'scopes', 'authorizationParameters' and whether the client needs a "
        + "'clientSecret'.", nil
    ),
    // Glewlwyd's own error code (HTTP 403) for a code that is used or expired, or whose verifier does not match.
    "invalid_code": (
      .invalidToken, "The code is unknown, used, expired or another client's. Sign in again.", .restart
    ),
    // The authorisation endpoint (RFC 6749 §4.1.2.1, OpenID Connect Core §3.1.2.6).
    "access_denied": (.redirectDenied, "The user or the issuer denied the sign-in. Start again.", .restart),
    // What LinkedIn and Apple send instead.
    "user_cancelled_login": (.redirectDenied, "The user denied the sign-in. Start again.", .restart),
    "user_cancelled_authorize": (.redirectDenied, "The user denied the sign-in. Start again.", .restart),
    "login_required": (.reauthenticationRequired, "The issuer requires a new sign-in. Sign in again.", .signIn),
    "interaction_required": (
      .reauthenticationRequired, "The issuer requires the user's interaction. Sign in again.", .signIn
    ),
    "consent_required": (.reauthenticationRequired, "The issuer requires the user's consent. Sign in again.", .signIn),
    "account_selection_required": (
      .reauthenticationRequired, "The issuer requires the user to choose an account. Sign in again.", .signIn
    ),
    "unsupported_response_type": (
      .unsupported, "The issuer does not offer the code flow. Use the method 'device_code'.", nil
    ),
    "server_error": (.serverError, "The issuer reported an internal error. Try again later.", nil),
    "temporarily_unavailable": (.serverError, "The issuer is busy. Try again later.", nil),
    // Devices (RFC 8628 §3.5).
    "expired_token": (
      .approvalExpired, "The sign-in was not approved on the other device in time. Start again.", .restart
    ),
    // Proofs of possession (RFC 9449 §5, §8).
    "invalid_dpop_proof": (
      .signatureInvalid, "The issuer refused the proof of possession. Check the device's clock.", nil
    ),
    "use_dpop_nonce": (
      .providerError, "The issuer required a nonce again, although the request contained one. Try again.", .retryRequest
    ),
  ]
}
