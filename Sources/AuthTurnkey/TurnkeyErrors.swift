import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The vendor's errors as `AuthError`: the one table.
///
/// Messages are ours. The server's text is matched against the documented ones, and only such a text is passed on,
/// since any other could hold what was sent.
enum TurnkeyErrors {
  /// Which answer is judged: some refusals mean what the request was about.
  enum Context: Sendable {
    /// A request that a session key stamped.
    case stamped
    /// `account`.
    case account
    /// `otp_init_v2`.
    case sendCode
    /// `otp_verify_v2`.
    case verifyCode
    /// `otp_login_v2`.
    case logIn
    /// `signup_v2`.
    case signUp
    /// `oauth2_authenticate`.
    case codeExchange
    /// A request that a passkey stamped.
    case passkey
  }

  /// The error behind an answer that is no success.
  static func error(_ response: TransportResponse, in context: Context, now: Date) -> AuthError {
    let status = RPCStatus(response)
    if let status, let error = judge(status, in: context) { return error }
    if let failure = response.generalFailure(now: now) { return failure }
    return refusal(response.status, status, in: context)
  }

  /// The error of an activity that failed.
  static func error(_ status: RPCStatus, in context: Context) -> AuthError {
    judge(status, in: context)
      ?? AuthError(.providerError, "The vendor could not do what was asked.", vendorCode: status.errorCode)
  }

  /// Whether the server says, with authority, that a session's key is no longer one of its user's.
  static func endsSession(_ error: AuthError) -> Bool {
    error.code == .sessionExpired || error.code == .sessionRevoked
  }

  /// What the vendor's own words say; nil when they say nothing that is known.
  private static func judge(_ status: RPCStatus, in context: Context) -> AuthError? {
    let text = status.message.lowercased()
    if context == .verifyCode, let error = verdict(on: text) { return error.naming(status.errorCode) }
    // GUESS: no document says how a missing or spent captcha token is answered.
    if text.contains("captcha") || text.contains("turnstile") {
      return AuthError(
        .captchaRequired, "The vendor asks for a captcha; set captcha to true and give a token provider that solves it."
      ).naming(status.errorCode)
    }
    if context == .signUp, text.contains("already exists") || text.contains("already in use") {
      return AuthError(.userExists, "A user with this contact exists already; sign in.").naming(status.errorCode)
    }
    let known = documented.first { text.contains($0.text) }
    guard let code = status.errorCode ?? known?.code, let entry = table[code] else { return nil }
    var message = context == .stamped ? entry.message : entry.unstampedMessage ?? entry.message
    if let known { message += " The vendor says: \(known.text)." }
    let errorCode = context == .stamped ? entry.code : entry.unstampedCode ?? entry.code
    return AuthError(errorCode, message).naming(status.errorCode)
  }

  /// GUESS: no document says how a wrong, late or locked code is answered. The words are looked at, in the order from
  /// the most to the least final.
  private static func verdict(on text: String) -> AuthError? {
    func says(_ words: String...) -> Bool { words.contains { text.contains($0) } }
    if says("too many requests") { return nil }
    if says("too many", "locked", "exceeded", "maximum", "exhausted") {
      return AuthError(.tooManyAttempts, "Too many wrong codes; ask for a new one by starting again.")
    }
    if says("expired") { return AuthError(.codeExpired, "The code has expired; ask for a new one.") }
    if says("no otp", "otp not found", "not found", "already used", "already verified", "consumed") {
      return AuthError(.flowExpired, "The server no longer knows this code; start again.")
    }
    if says("otp", "code") { return wrongCode }
    return nil
  }

  private static var wrongCode: AuthError { AuthError(.invalidCode, "The code is wrong.") }

  /// What an answer without known words means, by what was asked.
  private static func refusal(_ httpStatus: Int, _ status: RPCStatus?, in context: Context) -> AuthError {
    let about = "(HTTP \(httpStatus))"
    let error: AuthError
    switch (context, httpStatus) {
    case (.verifyCode, 400): error = wrongCode
    case (.logIn, 400..<404), (.signUp, 400..<404):
      error = AuthError(
        .invalidToken, "The vendor did not take the verification \(about); start again.", recovery: .restart)
    case (.codeExchange, 400..<404):
      error = AuthError(
        .invalidToken, "The vendor did not take the identity provider's code \(about); start again.",
        recovery: .restart)
    case (.stamped, 401), (.passkey, 401):
      error = AuthError(.signatureInvalid, "The vendor did not take the stamp \(about).")
    case (_, 401), (_, 403):
      error = AuthError(
        .forbidden,
        "The vendor refused \(about); check authProxyConfigId, and the proxy's allowed origins in its dashboard.")
    default: error = AuthError(.providerError, "The vendor answered what has no meaning here \(about).")
    }
    return error.naming(status?.errorCode)
  }

  private struct Entry: Sendable {
    let code: AuthError.Code
    let message: String
    /// Where no session key has stamped.
    var unstampedCode: AuthError.Code?
    var unstampedMessage: String?
  }

  /// By the vendor's code (tkhq/docs, `api-reference/overview/errors.mdx`).
  private static let table: [String: Entry] = [
    "API_KEY_EXPIRED": Entry(code: .sessionExpired, message: "The session's key has expired; sign in again."),
    "PUBLIC_KEY_NOT_FOUND": Entry(
      code: .sessionRevoked, message: "The vendor no longer knows the session's key; sign in again.",
      unstampedCode: .invalidToken, unstampedMessage: "The vendor does not know the key."),
    "CREDENTIAL_NOT_FOUND": Entry(
      code: .sessionRevoked, message: "The vendor no longer knows the session's credential; sign in again.",
      unstampedCode: .noCredential, unstampedMessage: "The vendor does not know the credential."),
    "ORGANIZATION_NOT_FOUND": Entry(
      code: .sessionRevoked, message: "The user's organisation no longer exists.",
      unstampedCode: .invalidConfiguration,
      unstampedMessage: "The vendor does not know the organisation; check organizationId and authProxyConfigId."),
    "CREDENTIAL_CONFLICT": Entry(
      code: .providerError, message: "The credential belongs to more than one organisation; name the organisation."),
    "SIGNATURE_MISSING": Entry(code: .signatureInvalid, message: "The request came without a stamp."),
    "SIGNATURE_INVALID": Entry(code: .signatureInvalid, message: "The stamp does not fit the request's body."),
    "UNAUTHENTICATED": Entry(
      code: .reauthenticationRequired, message: "The vendor wants the user to prove again who they are.",
      unstampedCode: .forbidden, unstampedMessage: "The vendor does not know this app; check authProxyConfigId."),
    "REQUEST_NOT_AUTHORIZED": Entry(code: .forbidden, message: "The vendor's policies do not allow this."),
    "FORBIDDEN": Entry(code: .forbidden, message: "The vendor does not allow this user to do that."),
    "API_OPERATIONS_DISABLED": Entry(code: .forbidden, message: "The vendor has switched its API off for now."),
    "REQUEST_INVALID": Entry(code: .providerError, message: "The vendor finds the request invalid."),
    "INVALID_ORGANIZATION_ID": Entry(
      code: .invalidConfiguration, message: "The organisation's id is malformed; check organizationId."),
    "ORGANIZATION_MISMATCH": Entry(
      code: .invalidConfiguration, message: "The request names another organisation than its signer's."),
    "INVALID_OIDC_TOKEN": Entry(code: .invalidToken, message: "The vendor did not take the identity token."),
    "INVALID_EMAIL": Entry(code: .invalidIdentifier, message: "The vendor does not take this e-mail address."),
    "INVALID_FQDN": Entry(code: .invalidIdentifier, message: "The e-mail address has a domain that takes no mail."),
    "EMAIL_SENDING_DISABLED": Entry(code: .methodNotAvailable, message: "The vendor sends no e-mail for now."),
    "OAUTH2_PROVIDER_NOT_CONFIGURED": Entry(
      code: .methodNotAvailable, message: "The provider is not set up in the vendor's dashboard."),
    "OAUTH2_PROVIDER_NOT_FOUND": Entry(code: .methodNotAvailable, message: "The vendor does not know the provider."),
    "OAUTH_PROVIDER_ALREADY_EXISTS": Entry(code: .userExists, message: "The account belongs to a user already."),
    "RATE_LIMIT_EXCEEDED": Entry(code: .rateLimited, message: "Too many requests; try again in a few seconds."),
    "SIGNING_QUOTA_EXCEEDED": Entry(code: .forbidden, message: "The organisation's signing quota is used up."),
    "INTERNAL": Entry(code: .serverError, message: "The vendor failed."),
    "UNSPECIFIED": Entry(code: .serverError, message: "The vendor failed and did not say how."),
  ]

  /// The documented texts, for answers without a code (Turnkey protocol notes §0.2).
  private static let documented: [(text: String, code: String)] = [
    ("expired api key", "API_KEY_EXPIRED"),
    ("could not find public key in organization", "PUBLIC_KEY_NOT_FOUND"),
    ("webauthn authenticator not found in organization", "CREDENTIAL_NOT_FOUND"),
    ("more than one suborg associated with", "CREDENTIAL_CONFLICT"),
    ("no valid authentication signature found for request", "SIGNATURE_MISSING"),
    ("cannot authenticate public api activity request without a stamp", "SIGNATURE_MISSING"),
    ("could not verify api key signature", "SIGNATURE_INVALID"),
    ("could not verify webauthn signature", "SIGNATURE_INVALID"),
    ("malformed activity stamp", "SIGNATURE_INVALID"),
    ("could not extract api key stamp", "SIGNATURE_INVALID"),
    ("could not extract webauthn stamp", "SIGNATURE_INVALID"),
    ("malformed organization id provided", "INVALID_ORGANIZATION_ID"),
    ("no organization found with the given id", "ORGANIZATION_NOT_FOUND"),
    ("organization mismatch", "ORGANIZATION_MISMATCH"),
    ("request not authorized", "REQUEST_NOT_AUTHORIZED"),
    ("api operations disabled", "API_OPERATIONS_DISABLED"),
    ("authentication failed", "UNAUTHENTICATED"),
    ("invalid oidc token", "INVALID_OIDC_TOKEN"),
    ("invalid email address", "INVALID_EMAIL"),
    ("bad request body", "REQUEST_INVALID"),
    ("too many requests", "RATE_LIMIT_EXCEEDED"),
    ("internal server error", "INTERNAL"),
  ]
}

extension AuthError {
  /// The same error with the vendor's own code.
  fileprivate func naming(_ vendorCode: String?) -> AuthError {
    var error = self
    error.vendorCode = error.vendorCode ?? vendorCode
    return error
  }
}
