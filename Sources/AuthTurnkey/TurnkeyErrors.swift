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
    /// A request that a wallet stamped.
    case wallet

    /// Whether the request went to the stamped API, and not to the auth proxy.
    var isStamped: Bool { self == .stamped || self == .passkey || self == .wallet }
  }

  /// The error behind an answer that is no success.
  static func error(_ response: TransportResponse, in context: Context, now: Date) -> AuthError {
    guard let status = RPCStatus(response) else {
      return response.generalFailure(now: now) ?? stranger(response.status, in: context)
    }
    if let error = judge(status, in: context) { return error }
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
    if !status.policyEvaluations.isEmpty { return denial(status) }
    let known = documented.first { text.contains($0.text) }
    let isLimit = status.errorCode == "MAX_OTP_INITIATED" || known?.code == "MAX_OTP_INITIATED"
    if context == .verifyCode, !isLimit, let error = verdict(on: text) { return error.naming(status.errorCode) }
    // GUESS T6: no source says how a missing or spent captcha token is answered; the words are looked for.
    if text.contains("captcha") || text.contains("turnstile") {
      return AuthError(
        .captchaRequired, "The vendor asks for a captcha; set captcha to true and give a token provider that solves it."
      ).naming(status.errorCode)
    }
    if context == .signUp, text.contains("already exists") || text.contains("already in use") {
      return AuthError(.userExists, "A user with this contact exists already; sign in.").naming(status.errorCode)
    }
    if context == .wallet, (status.errorCode ?? known?.code) == "PUBLIC_KEY_NOT_FOUND" {
      return AuthError(.userNotFound, "No user has this wallet; sign up with it.").naming(status.errorCode)
    }
    guard let code = status.errorCode ?? known?.code, let entry = table[code] else { return nil }
    var message = context == .stamped ? entry.message : entry.unstampedMessage ?? entry.message
    if let known { message += " The vendor says: \(known.text)." }
    let errorCode = context == .stamped ? entry.code : entry.unstampedCode ?? entry.code
    return AuthError(errorCode, message).naming(status.errorCode)
  }

  /// What a policy decided (T49): forbidden, with the policies that decided it.
  private static func denial(_ status: RPCStatus) -> AuthError {
    AuthError(
      .forbidden,
      "The vendor's policies do not allow this; an administrator of the organisation has to add a policy that does.",
      vendorCode: status.errorCode, underlying: status.policyEvaluations.joined(separator: ", "))
  }

  /// What is wrong with a code; nil for what says nothing about one. A wrong code has a known text (T5).
  ///
  /// GUESS T62: the texts for a late, spent or locked code are not known. The words are looked at, in the order from
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

  /// INFER T54: an answer that is no status of the service's comes from what stands before it, a firewall or a proxy of
  /// the network's, and says nothing about code, token, stamp or app.
  private static func stranger(_ httpStatus: Int, in context: Context) -> AuthError {
    let about = "(HTTP \(httpStatus))"
    switch httpStatus {
    // A session's key is judged by its signature alone: an empty 401 is about the stamp.
    case 401 where context.isStamped:
      return AuthError(.signatureInvalid, "The vendor did not take the stamp \(about).")
    case 401, 403, 407, 451:
      return AuthError(
        .forbidden,
        "A firewall or proxy in front of the vendor refused \(about), and the vendor's service did not see the request;"
          + " try another network, or have the app's address and User-Agent allowed.")
    default:
      return AuthError(.providerError, "What answered is not the vendor's service \(about); check the base URLs.")
    }
  }

  /// What an answer without known words means, by what was asked.
  private static func refusal(_ httpStatus: Int, _ status: RPCStatus, in context: Context) -> AuthError {
    let about = "(HTTP \(httpStatus))"
    let error: AuthError
    switch (context, httpStatus) {
    // GUESS T55: of the statuses that were seen for a wrong code, 400 alone means one without saying so.
    case (.verifyCode, 400): error = wrongCode
    case (.logIn, 400..<404), (.signUp, 400..<404):
      error = AuthError(
        .invalidToken, "The vendor did not take the verification \(about); start again.", recovery: .restart)
    case (.codeExchange, 400..<404):
      error = AuthError(
        .invalidToken, "The vendor did not take the identity provider's code \(about); start again.",
        recovery: .restart)
    case (_, 401) where context.isStamped:
      error = AuthError(.signatureInvalid, "The vendor did not take the stamp \(about).")
    case (_, 403) where context.isStamped:
      error = AuthError(
        .forbidden,
        "The vendor does not allow this request \(about); check the organisation's settings and policies.")
    case (_, 401), (_, 403):
      error = AuthError(
        .forbidden,
        "The vendor refused \(about); check authProxyConfigId, and the proxy's allowed origins in its dashboard.")
    default:
      error = AuthError(
        .providerError,
        "The vendor returned an error that is not known \(about). Check the base URL and the vendor's status page.")
    }
    return error.naming(status.errorCode)
  }
}

extension AuthError {
  /// The same error with the vendor's own code.
  fileprivate func naming(_ vendorCode: String?) -> AuthError {
    var error = self
    error.vendorCode = error.vendorCode ?? vendorCode
    return error
  }
}
