import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Maps the vendor's errors to `AuthError`, in one table (A9, A10, A21).
///
/// The messages are this package's own, because a message of the server could repeat a value from the request.
enum AuthsignalErrors {
  /// The kind of call that failed. The meaning of some codes depends on it.
  enum Context: Sendable {
    case list, enroll, challenge, verify, device, decide
  }

  /// The error for an unsuccessful response.
  static func error(_ response: TransportResponse, in context: Context, now: Date) -> AuthError {
    guard !isForeign(response.status) else { return foreign(response.status) }
    let vendorCode = code(of: response)
    var error =
      judge(vendorCode, in: context) ?? response.generalFailure(now: now) ?? refusal(response.status, in: context)
    error.vendorCode = vendorCode
    if error.code == .rateLimited, let wait = response.retryAfter(now: now) {
      error.retryAfter = wait
      error.recovery = .wait(until: now.adding(wait))
    }
    return error
  }

  /// Whether a status is one that the API does not use: an empty success or a redirect, for which no source has an
  /// example. Such a response says nothing about the user, whatever its body.
  private static func isForeign(_ status: Int) -> Bool { [204, 205].contains(status) || (300..<400).contains(status) }

  private static func foreign(_ status: Int) -> AuthError {
    AuthError(
      .malformedResponse,
      "The vendor returned HTTP \(status), which its API does not use. Check baseURL, and the network for a proxy or a "
        + "captive portal.")
  }

  /// The error for a code that the server rejects. The server does not distinguish a wrong code from an expired one, so
  /// the age of the code decides.
  ///
  /// - Parameters:
  ///   - reason: the server's `failureReason`.
  ///   - isLate: whether the code is older than its displayed lifetime.
  ///   - attemptsLeft: the remaining attempts by the tenant's limit, if known.
  static func refusedCode(_ reason: String?, isLate: Bool, attemptsLeft: Int? = nil) -> AuthError {
    switch reason {
    case "MAX_ATTEMPTS_EXCEEDED":
      AuthError(
        .tooManyAttempts,
        "The vendor does not accept another code now, because the user entered too many wrong codes within five "
          + "minutes. Start again in five minutes.", attemptsRemaining: 0, vendorCode: reason)
    case "CODE_INVALID_OR_EXPIRED" where isLate:
      AuthError(
        .codeExpired, "The code has expired. Ask for a new one.", attemptsRemaining: attemptsLeft, vendorCode: reason)
    default:
      AuthError(
        .invalidCode, "The code is wrong. Enter it again.", attemptsRemaining: attemptsLeft, vendorCode: reason)
    }
  }

  /// The code in `errorCode`, or else in `error`, as in the vendor's own clients; nil unless it consists of 1 to 64
  /// letters, digits, '-' and '_'.
  private static func code(of response: TransportResponse) -> String? {
    guard let json = try? response.json() else { return nil }
    let text = json["errorCode"]?.stringValue ?? json["error"]?.stringValue
    return text.flatMap { text in
      ActionName.isValid(text) ? text : nil
    }
  }

  private static func judge(_ vendorCode: String?, in context: Context) -> AuthError? {
    if let known = vendorCode.flatMap({ AuthsignalErrorCode(rawValue: $0) }) { return judge(known, in: context) }
    switch vendorCode {
    // GUESS A13: `insufficient_scope` of RFC 6750 §3.1 for a missing scope; the vendor's sources have no code for this
    // case.
    case "insufficient_scope":
      return AuthError(
        .forbidden, "The action token lacks the scope that this call requires. Request the scope in the app's backend.")
    case "not_found": return judge(.apiError, in: context)
    default: return nil
    }
  }

  /// The error for a known code, including the SDKs' codes, which wrappers and older servers send.
  private static func judge(_ known: AuthsignalErrorCode, in context: Context) -> AuthError {
    switch known {
    case .expiredToken: tokenExpired
    case .unauthorized where context == .decide: tooLate
    case .unauthorized, .tokenRequired, .tokenInvalid, .invalidRequestToken:
      AuthError(
        .invalidToken,
        "The vendor rejected the token or the tenant. Check that tenantId, and baseURL or region, are those of the "
          + "tenant that issued the token, and start again.",
        recovery: .restart)
    case .invalidRequest where context == .enroll:
      AuthError(.invalidIdentifier, "The vendor does not accept this address or number. Enter another one.")
    case .invalidRequest where context == .decide: tooLate
    case .invalidRequest:
      AuthError(
        .providerError,
        "The vendor rejected the request as invalid. Check the action's name and the other values that the app passed.")
    case .invalidConfiguration:
      AuthError(
        .invalidConfiguration,
        "The tenant is not configured for this request. Check the tenant's settings in the vendor's portal.")
    case .invalidCredential, .unknownCredential:
      AuthError(
        .noCredential,
        "This user does not have the credential: it was removed or belongs to another user. Enrol it again.")
    case .noCredential, .credentialNotFound: AuthError(.noCredential, "The credential does not exist. Enrol one.")
    case .tooManyRequests: AuthError(.rateLimited, "Too many requests. Try again in a few minutes.")
    // The vendor's SDKs report a 404 without a code as `api_error` (A15).
    case .apiError:
      AuthError(.invalidConfiguration, "The vendor returned HTTP 404 for this address. Check baseURL or region.")
    case .authenticatorNotFound:
      AuthError(.methodNotAvailable, "The tenant has not configured this method. Choose another one.")
    case .tokenNotSet:
      AuthError(.tokenRequired, "The request needs an action token. Configure a token provider or the app's backend.")
    case .networkError: AuthError(.network, "The vendor could not be reached. Check the network and try again.")
    case .userCanceled: AuthError(.cancelled, "The user dismissed the passkey prompt. Start again.")
    case .matchedExcludedCredential:
      AuthError(.credentialExcluded, "This device already has a passkey for this account. Sign in with that passkey.")
    case .createKeyPairFailed, .invalidAlgorithmParameter, .unknownKeyGenerationError:
      AuthError(
        .keyUnavailable, "The key store could not create the key. Check that it supports P-256, and try again.")
    case .invalidPINFormat: AuthError(.invalidRequest, "A PIN must have 4 to 12 digits.")
    case .immediateMediationNotSupported:
      AuthError(
        .unsupported,
        "This system cannot limit the request to passkeys on this device. Omit preferImmediatelyAvailable.")
    case .sdkError, .domError, .invalidStateError, .unexpectedError:
      AuthError(.providerError, "The vendor reported an unexpected error. Start again.")
    }
  }

  /// The error for an expired token. The vendor reports the expiry, or the token's claims show it before it is sent.
  static let tokenExpired = AuthError(
    .tokenExpired, "The action token has expired. Start again.", recovery: .restart,
    vendorCode: AuthsignalErrorCode.expiredToken.rawValue)

  /// The error for a decision or a claim that is too late. GUESS A14: the server then returns `invalid_request` or HTTP
  /// 401. The vendor's own demonstration treats a 401 as claimed or expired. The request contains no token to which a
  /// 401 could refer.
  private static let tooLate = AuthError(
    .approvalExpired,
    "The challenge is no longer pending on this device, or belongs to another tenant. Start the sign-in again.")

  /// Whether a challenge was refused because the user has not enrolled the method. GUESS A79: no source names the code,
  /// so this accepts any code that concerns neither the token nor the tenant and does not ask for a later attempt.
  static func meansNotEnrolled(_ error: AuthError) -> Bool {
    [.noCredential, .methodNotAvailable, .providerError, .invalidRequest, .userNotFound].contains(error.code)
  }

  /// The error for a status without a known code. The vendor does not document the statuses of most codes.
  private static func refusal(_ status: Int, in context: Context) -> AuthError {
    switch status {
    case 401 where context == .decide: tooLate
    case 404: judge(.apiError, in: context)
    case 401:
      AuthError(
        .invalidToken,
        "The vendor rejected the token or the tenant (HTTP 401). Start again. If that does not help, check tenantId, "
          + "and baseURL or region.", recovery: .restart)
    case 403:
      AuthError(
        .forbidden,
        "The vendor does not allow this call with this token (HTTP 403). Check the scopes that the app's backend "
          + "requests, and start again.")
    default:
      AuthError(
        .providerError,
        "The vendor returned HTTP \(status) without a known error. Check baseURL and the vendor's status page."
      )
    }
  }
}
