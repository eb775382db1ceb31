import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The vendor's errors as `AuthError`: the one table (A9, A10, A21).
///
/// Messages are ours: the server's text could hold what was sent.
enum AuthsignalErrors {
  /// Which call was refused: some codes mean what it was about.
  enum Context: Sendable {
    case list, enroll, challenge, verify, device, decide
  }

  /// The error behind an answer that is no success.
  static func error(_ response: TransportResponse, in context: Context, now: Date) -> AuthError {
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

  /// What a code that does not match means. The server does not tell a wrong code from a late one; the time does.
  ///
  /// - Parameters:
  ///   - isLate: whether the code is past the time that it was shown to have.
  ///   - attemptsLeft: how many are left by the tenant's limit, where that is known.
  static func refusedCode(_ reason: String?, isLate: Bool, attemptsLeft: Int? = nil) -> AuthError {
    switch reason {
    case "MAX_ATTEMPTS_EXCEEDED":
      AuthError(
        .tooManyAttempts, "Too many wrong codes; start again later.", attemptsRemaining: 0, vendorCode: reason)
    case "CODE_INVALID_OR_EXPIRED" where isLate:
      AuthError(
        .codeExpired, "The code has expired; ask for a new one.", attemptsRemaining: attemptsLeft, vendorCode: reason)
    default: AuthError(.invalidCode, "The code is wrong.", attemptsRemaining: attemptsLeft, vendorCode: reason)
    }
  }

  /// `errorCode`, else `error`, as the vendor's own clients read it; nil when neither looks like a code.
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
    // GUESS A13: as RFC 6750 §3.1 names a missing scope, which no source of the vendor's does.
    case "insufficient_scope":
      return AuthError(
        .forbidden, "The action's token may not do this to authenticators; its backend has to ask for that scope.")
    case "not_found": return judge(.apiError, in: context)
    default: return nil
    }
  }

  /// Every code that is known. Those of the vendor's SDKs are here, too: wrappers and older servers send them.
  private static func judge(_ known: AuthsignalErrorCode, in context: Context) -> AuthError {
    switch known {
    case .expiredToken: tokenExpired
    case .unauthorized where context == .decide: tooLate
    case .unauthorized, .tokenRequired, .tokenInvalid, .invalidRequestToken:
      AuthError(
        .invalidToken, "The vendor did not take the token; check that baseURL or region is the tenant's.",
        recovery: .restart)
    case .invalidRequest where context == .enroll:
      AuthError(.invalidIdentifier, "The vendor does not take this address or number.")
    case .invalidRequest where context == .decide: tooLate
    case .invalidRequest: AuthError(.providerError, "The vendor finds the request invalid.")
    case .invalidConfiguration:
      AuthError(.invalidConfiguration, "The vendor says that the tenant is not set up for this; see its portal.")
    case .invalidCredential, .unknownCredential:
      AuthError(.noCredential, "The vendor no longer knows this credential.")
    case .noCredential, .credentialNotFound: AuthError(.noCredential, "There is no such credential.")
    case .tooManyRequests: AuthError(.rateLimited, "Too many requests; try again in a few minutes.")
    // A 404 without a text is what the vendor's SDKs call `api_error` (A15).
    case .apiError:
      AuthError(.invalidConfiguration, "The vendor has nothing at this address; check baseURL or region.")
    case .authenticatorNotFound: AuthError(.methodNotAvailable, "The tenant has no such method set up.")
    case .tokenNotSet: AuthError(.tokenRequired, "An action token is needed.")
    case .networkError: AuthError(.network, "The vendor could not be reached.")
    case .userCanceled: AuthError(.cancelled, "The passkey was not used.")
    case .matchedExcludedCredential:
      AuthError(.credentialExcluded, "This device already holds a passkey of this account.")
    case .createKeyPairFailed, .invalidAlgorithmParameter, .unknownKeyGenerationError:
      AuthError(.keyUnavailable, "No key could be made.")
    case .invalidPINFormat: AuthError(.invalidRequest, "The PIN has the wrong form.")
    case .immediateMediationNotSupported:
      AuthError(.unsupported, "Passkeys cannot be asked for here without offering another device.")
    case .sdkError, .domError, .invalidStateError, .unexpectedError:
      AuthError(.providerError, "The vendor failed in a way that has no other name.")
    }
  }

  /// What the vendor, or its token's own words before anything is sent, say of a token that is past its time.
  static let tokenExpired = AuthError(
    .tokenExpired, "The action's token has expired; start again.", recovery: .restart,
    vendorCode: AuthsignalErrorCode.expiredToken.rawValue)

  /// A decision or a claim that comes too late. GUESS A14: `invalid_request`, or 401, which the vendor's own demonstration
  /// reads as claimed or expired. These calls carry no token that a 401 could be about.
  private static let tooLate = AuthError(
    .approvalExpired, "The challenge no longer waits for this device, or the tenant is another one.")

  /// Whether a challenge was refused because the user has not enrolled the method. GUESS A79: no source names the code;
  /// so whatever says neither that the token or the tenant is at fault, nor that a later try may pass.
  static func meansNotEnrolled(_ error: AuthError) -> Bool {
    [.noCredential, .methodNotAvailable, .providerError, .invalidRequest, .userNotFound].contains(error.code)
  }

  /// What a status without a known code means; statuses per code are mostly not documented.
  private static func refusal(_ status: Int, in context: Context) -> AuthError {
    switch status {
    case 401 where context == .decide: tooLate
    case 404: judge(.apiError, in: context)
    case 401:
      AuthError(.invalidToken, "The vendor did not take the token (HTTP 401).", recovery: .restart)
    case 403: AuthError(.forbidden, "The vendor does not allow this with this token (HTTP 403).")
    default:
      AuthError(
        .providerError,
        "The vendor returned HTTP \(status) without an error that is known. Check the base URL and the vendor's status page."
      )
    }
  }
}
