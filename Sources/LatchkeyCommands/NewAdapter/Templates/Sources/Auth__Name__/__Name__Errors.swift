import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The table that maps the vendor's errors to `AuthError`. The adapter has its own messages, since the vendor's could
/// repeat secrets from the request. Choose each code by its `recovery`, which tells the caller what to do next.
enum __Name__Errors {
  /// Returns the error of a response that is not a success: `{"error", "attempts_left"?}`.
  static func error(_ response: TransportResponse, now: Date) -> AuthError {
    // 408, 429 with Retry-After and 5xx mean the same at every vendor.
    if let failure = response.generalFailure(now: now) { return failure }
    let body: JSONValue
    do throws(AuthError) {
      body = try response.json()
    } catch {
      return error
    }
    // CHANGE ME 6: the fields of the vendor's errors, and the count of the attempts left if it has one.
    guard let name = body["error"]?.stringValue, let entry = table[name] else {
      return AuthError(
        .providerError,
        "The vendor returned an unknown error (HTTP \(response.status)). Start again. If this does not help, report it "
          + "to the adapter's author.", recovery: .restart)
    }
    return AuthError(
      entry.code, entry.message, attemptsRemaining: body["attempts_left"]?.integerValue.map { Int(clamping: $0) },
      vendorCode: name)
  }

  private typealias Entry = (code: AuthError.Code, message: String)

  // CHANGE ME 6: the names that your vendor documents. Give each the contract's code with the same meaning.
  private static let table: [String: Entry] = [
    "invalid_email": (.invalidIdentifier, "The vendor does not accept this address. Enter another one."),
    "wrong_code": (.invalidCode, "The code is wrong. Enter it again."),
    "code_expired": (.codeExpired, "The code has expired. Request a new one."),
    "too_many_attempts": (.tooManyAttempts, "There were too many wrong codes. Start again."),
    "unknown_flow": (.flowExpired, "The sign-in has expired at the vendor. Start again."),
    "invalid_grant": (.sessionRevoked, "The vendor no longer renews this session. Sign in again."),
    "invalid_token": (.sessionExpired, "The vendor no longer accepts this session's token. Sign in again."),
    "unknown_client": (.invalidConfiguration, "The app is not registered at the vendor. Check 'clientId'."),
  ]
}
