import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The table of the issuer's errors as `AuthError`. The messages are ours: the issuer's could repeat what was sent.
enum OIDCErrors {
  /// The error of a response of the token, device or revocation endpoint (RFC 6749 §5.2, RFC 8628 §3.5).
  static func error(_ response: TransportResponse, now: Date) -> AuthError {
    if let failure = response.generalFailure(now: now) { return failure }
    guard let name = code(of: response) else {
      return AuthError(
        .malformedResponse, "The issuer returned HTTP \(response.status) without an OAuth error.")
    }
    return error(named: name)
  }

  /// The error of that name.
  static func error(named name: String) -> AuthError {
    guard let entry = table[name] else {
      return AuthError(.providerError, "The issuer returned an unknown error.", vendorCode: safe(name))
    }
    return AuthError(entry.code, entry.message, recovery: entry.recovery, vendorCode: name)
  }

  /// `error` of a JSON response.
  static func code(of response: TransportResponse) -> String? {
    guard let body = try? response.json() else { return nil }
    return body["error"]?.stringValue
  }

  /// A name is shown only if it has the form of a name; any other text could repeat what was sent.
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
      .invalidToken, "The code or token is unknown, used, expired or of another client. Sign in again.", .restart
    ),
    "invalid_client": (
      .invalidConfiguration, "The issuer does not know this client or its key. Check clientId.", nil
    ),
    "unauthorized_client": (.invalidConfiguration, "The client may not use this grant. Allow it at the issuer.", nil),
    "unsupported_grant_type": (.unsupported, "The issuer does not offer this grant.", nil),
    "invalid_scope": (.invalidConfiguration, "The issuer does not grant these scopes. Check scopes.", nil),
    "invalid_request": (.providerError, "The issuer rejected the request as malformed.", nil),
    // Glewlwyd's own name for a code that is used, expired or whose verifier does not match (HTTP 403).
    "invalid_code": (
      .invalidToken, "The code is unknown, used, expired or of another client. Sign in again.", .restart
    ),
    // The authorisation endpoint (RFC 6749 §4.1.2.1, OpenID Connect Core §3.1.2.6).
    "access_denied": (.redirectDenied, "The user or the issuer denied the sign-in.", .restart),
    "login_required": (.reauthenticationRequired, "The issuer requires a new sign-in.", .signIn),
    "interaction_required": (.reauthenticationRequired, "The issuer needs the user. Sign in again.", .signIn),
    "consent_required": (.reauthenticationRequired, "The issuer needs the user's consent. Sign in again.", .signIn),
    "account_selection_required": (
      .reauthenticationRequired, "The issuer needs the user to choose an account. Sign in again.", .signIn
    ),
    "unsupported_response_type": (.unsupported, "The issuer does not offer the code flow.", nil),
    "server_error": (.serverError, "The issuer failed.", nil),
    "temporarily_unavailable": (.serverError, "The issuer is busy. Try again later.", nil),
    // Devices (RFC 8628 §3.5).
    "expired_token": (.approvalExpired, "The code was not entered on the other device in time.", .restart),
    // Proofs of possession (RFC 9449 §5, §8).
    "invalid_dpop_proof": (
      .signatureInvalid, "The issuer refused the proof of possession. Check the device's clock.", nil
    ),
    "use_dpop_nonce": (.providerError, "The issuer asked for a nonce again after it was sent.", .retryRequest),
  ]
}
