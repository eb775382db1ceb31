import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The issuer's errors as `AuthError`: the one table. Messages are ours: the issuer's could hold what was sent to it.
enum OIDCErrors {
  /// The error behind an answer of the token, device or revocation endpoint (RFC 6749 §5.2, RFC 8628 §3.5).
  static func error(_ response: TransportResponse, now: Date) -> AuthError {
    if let failure = response.generalFailure(now: now) { return failure }
    guard let name = code(of: response) else {
      return AuthError(
        .malformedResponse, "The issuer refused (HTTP \(response.status)) and named no error of OAuth.")
    }
    return error(named: name)
  }

  /// The error of that name.
  static func error(named name: String) -> AuthError {
    guard let entry = table[name] else {
      return AuthError(.providerError, "The issuer refused by an error that is not known here.", vendorCode: safe(name))
    }
    return AuthError(entry.code, entry.message, recovery: entry.recovery, vendorCode: name)
  }

  /// `error` of a JSON answer.
  static func code(of response: TransportResponse) -> String? {
    guard let body = try? response.json() else { return nil }
    return body["error"]?.stringValue
  }

  /// A name may be shown when it has the form of one; anything else could hold what was sent.
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
      .invalidToken, "The code or token is unknown, used, expired or not this client's; sign in again.", .restart
    ),
    "invalid_client": (
      .invalidConfiguration, "The issuer does not know this client, or not by this key; check clientId.", nil
    ),
    "unauthorized_client": (.invalidConfiguration, "The client may not use this grant; allow it at the issuer.", nil),
    "unsupported_grant_type": (.unsupported, "The issuer does not offer this grant.", nil),
    "invalid_scope": (.invalidConfiguration, "The issuer does not grant these scopes; check scopes.", nil),
    "invalid_request": (.providerError, "The issuer found the request malformed.", nil),
    // Glewlwyd's own name for a code that is used, expired or whose verifier does not fit (HTTP 403).
    "invalid_code": (
      .invalidToken, "The code is unknown, used, expired or not this client's; sign in again.", .restart
    ),
    // The authorisation endpoint (RFC 6749 §4.1.2.1, OpenID Connect Core §3.1.2.6).
    "access_denied": (.redirectDenied, "The user or the issuer said no.", .restart),
    "login_required": (.reauthenticationRequired, "The issuer wants its user to sign in.", .signIn),
    "interaction_required": (.reauthenticationRequired, "The issuer wants to ask its user something.", .signIn),
    "consent_required": (.reauthenticationRequired, "The issuer wants its user's consent.", .signIn),
    "account_selection_required": (.reauthenticationRequired, "The issuer wants to know which account.", .signIn),
    "unsupported_response_type": (.unsupported, "The issuer does not offer the code flow.", nil),
    "server_error": (.serverError, "The issuer failed.", nil),
    "temporarily_unavailable": (.serverError, "The issuer is busy; try again later.", nil),
    // Devices (RFC 8628 §3.5).
    "expired_token": (.approvalExpired, "The code was not entered on the other device in time.", .restart),
    // Proofs of possession (RFC 9449 §5, §8).
    "invalid_dpop_proof": (.signatureInvalid, "The issuer refused the proof of possession; check this clock.", nil),
    "use_dpop_nonce": (.providerError, "The issuer asked for a nonce again after it was given.", .retryRequest),
  ]
}
