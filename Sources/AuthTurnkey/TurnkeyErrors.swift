import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Maps the vendor's errors to `AuthError`, in one table.
///
/// The messages are this package's own. An error from the table ends with the text from `documented` that the response
/// contains, if any. The rest of the server's text is dropped, because it could repeat a value from the request.
enum TurnkeyErrors {
  /// The request whose response is mapped. The meaning of some refusals depends on it.
  enum Context: Sendable {
    /// A request stamped by a session's key or by an API key.
    case stamped
    /// `account`, `wallet_kit_config` or `wallet_kit_client_params`.
    case account
    /// `otp_init_v2` or `otp_init`.
    case sendCode
    /// `otp_verify_v2` or `otp_verify`, or the submission `verify_otp`.
    case verifyCode
    /// `otp_login_v2`, `otp_login` or `oauth_login`.
    case logIn
    /// `signup_v2` or `signup`.
    case signUp
    /// `oauth2_authenticate`.
    case codeExchange
    /// A request stamped by a passkey.
    case passkey
    /// A request stamped by a wallet.
    case wallet

    /// Whether the context is only for requests with a stamp.
    var isStamped: Bool { self == .stamped || self == .passkey || self == .wallet }
  }

  /// The error for an unsuccessful response.
  static func error(_ response: TransportResponse, in context: Context, now: Date) -> AuthError {
    guard let status = RPCStatus(response) else {
      return response.generalFailure(now: now) ?? intermediaryError(response.status, in: context)
    }
    if let error = judge(status, in: context) { return error }
    if let failure = response.generalFailure(now: now) { return failure }
    return refusal(response.status, status, in: context)
  }

  /// The error for an activity that failed.
  static func error(_ status: RPCStatus, in context: Context) -> AuthError {
    judge(status, in: context)
      ?? AuthError(
        .providerError,
        "The activity failed for a reason that this package does not know. Look the activity up in the vendor's "
          + "dashboard.", vendorCode: status.errorCode)
  }

  /// Whether the server reported that the session's key has expired, or is no longer registered for its user.
  static func endsSession(_ error: AuthError) -> Bool {
    error.code == .sessionExpired || error.code == .sessionRevoked
  }

  /// The error for the vendor's code or text; nil if both are unknown.
  private static func judge(_ status: RPCStatus, in context: Context) -> AuthError? {
    let text = status.message.lowercased()
    if !status.policyEvaluations.isEmpty { return denial(status) }
    let known = documented.first { text.contains($0.text) }
    let isLimit = status.errorCode == "MAX_OTP_INITIATED" || known?.code == "MAX_OTP_INITIATED"
    if context == .verifyCode, !isLimit, let error = verdict(on: text) { return error.naming(status.errorCode) }
    // GUESS T6: no source says how the vendor responds to a missing or used captcha token, so the text is searched for
    // these words.
    if text.contains("captcha") || text.contains("turnstile") {
      return AuthError(
        .captchaRequired,
        "The vendor requires a captcha, or refused the captcha token. Set captcha to true, and use a token provider "
          + "that returns a new captcha token for each request."
      ).naming(status.errorCode)
    }
    if context == .signUp, text.contains("already exists") || text.contains("already in use") {
      return AuthError(.userExists, "A user with this contact or credential already exists. Sign in.")
        .naming(status.errorCode)
    }
    if context == .wallet, (status.errorCode ?? known?.code) == "PUBLIC_KEY_NOT_FOUND" {
      return AuthError(.userNotFound, "No user has this wallet. Sign up with it.").naming(status.errorCode)
    }
    guard let code = status.errorCode ?? known?.code, let entry = table[code] else { return nil }
    var message = context == .stamped ? entry.message : entry.unstampedMessage ?? entry.message
    if let known { message += " The vendor says: \(known.text)." }
    let errorCode = context == .stamped ? entry.code : entry.unstampedCode ?? entry.code
    return AuthError(errorCode, message).naming(status.errorCode)
  }

  /// The error for a denial by policy (T49): `forbidden`, with the deciding policies in `underlying`.
  private static func denial(_ status: RPCStatus) -> AuthError {
    AuthError(
      .forbidden,
      "The organisation's policies do not allow this request. Ask an administrator of the organisation to add a "
        + "policy.",
      vendorCode: status.errorCode, underlying: status.policyEvaluations.joined(separator: ", "))
  }

  /// The error for a rejected code; nil if the text has none of the words below, or reports a rate limit. A wrong code
  /// has a known text (T5).
  ///
  /// GUESS T62: the texts for an expired, used or locked code are not known, so the text is searched for words. Words
  /// for errors that another entry of the code cannot correct come first.
  private static func verdict(on text: String) -> AuthError? {
    func says(_ words: String...) -> Bool { words.contains { text.contains($0) } }
    if says("too many requests") { return nil }
    if says("too many", "locked", "exceeded", "maximum", "exhausted") {
      return AuthError(.tooManyAttempts, "Too many wrong codes were entered. Start again to get a new code.")
    }
    if says("expired") { return AuthError(.codeExpired, "The code has expired. Request a new one.") }
    if says("no otp", "otp not found", "not found", "already used", "already verified", "consumed") {
      return AuthError(.flowExpired, "The code was already used, or the server no longer has it. Start again.")
    }
    if says("otp", "code") { return wrongCode }
    return nil
  }

  private static var wrongCode: AuthError { AuthError(.invalidCode, "The code is wrong. Enter it again.") }

  /// The error for a response whose body is not a status of the service. INFER T54: a firewall or proxy in front of the
  /// service sent it, so the response says nothing about the code, the token or the app. A 401 to a stamped request is
  /// the exception.
  private static func intermediaryError(_ httpStatus: Int, in context: Context) -> AuthError {
    let about = "(HTTP \(httpStatus))"
    switch httpStatus {
    // A stamped request has no credential but its stamp, so a 401 refers to the stamp.
    case 401 where context.isStamped:
      return AuthError(.signatureInvalid, "The vendor rejected the stamp \(about). Check the key that made it.")
    case 401, 403, 407, 451:
      return AuthError(
        .forbidden,
        "A firewall or proxy in front of the vendor refused the request \(about); the vendor did not receive it."
          + " Try another network, or ask the operator to allow the app's IP address and User-Agent.")
    default:
      return AuthError(
        .providerError, "A server other than the vendor's responded \(about). Check apiBaseURL and authProxyURL.")
    }
  }

  /// The error for a response whose code and text are unknown, by the kind of request and the HTTP status.
  private static func refusal(_ httpStatus: Int, _ status: RPCStatus, in context: Context) -> AuthError {
    let about = "(HTTP \(httpStatus))"
    let error: AuthError
    switch (context, httpStatus) {
    // GUESS T55: if the text does not say why the code was refused, HTTP 400 means a wrong code. A third
    // party takes 401 and 403 for a wrong code, too; here they are not, because they also have other causes.
    case (.verifyCode, 400): error = wrongCode
    case (.logIn, 400..<404), (.signUp, 400..<404):
      error = AuthError(
        .invalidToken, "The vendor rejected the proof of the user's identity \(about). Start again.",
        recovery: .restart)
    case (.codeExchange, 400..<404):
      error = AuthError(
        .invalidToken, "The vendor rejected the identity provider's code \(about). Start again.",
        recovery: .restart)
    case (_, 401) where context.isStamped:
      error = AuthError(.signatureInvalid, "The vendor rejected the stamp \(about). Check the key that made it.")
    case (_, 403) where context.isStamped:
      error = AuthError(
        .forbidden,
        "The vendor does not allow this request \(about). Check the organisation's settings and policies.")
    case (_, 401), (_, 403):
      error = AuthError(
        .forbidden,
        "The vendor refused the request \(about). Check authProxyConfigId, and the proxy's allowed origins in the "
          + "dashboard.")
    default:
      error = AuthError(
        .providerError,
        "The vendor returned an unknown error \(about). Check the base URL and the vendor's status page.")
    }
    return error.naming(status.errorCode)
  }
}

extension AuthError {
  /// This error with the vendor's code, unless it already has one.
  fileprivate func naming(_ vendorCode: String?) -> AuthError {
    var error = self
    error.vendorCode = error.vendorCode ?? vendorCode
    return error
  }
}
