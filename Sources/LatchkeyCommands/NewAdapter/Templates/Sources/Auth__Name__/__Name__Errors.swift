import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The vendor's errors as `AuthError`, in one table. The messages are ours, since the vendor's could repeat secrets
/// from the request. The code decides what the caller can do next (`recovery`), so choose it by that.
enum __Name__Errors {
  /// The error of a response without status 2xx.
  static func error(_ response: TransportResponse, now: Date) -> AuthError {
    // 408, 429 with Retry-After and 5xx mean the same at every vendor.
    if let failure = response.generalFailure(now: now) { return failure }
    let body: JSONValue
    do throws(AuthError) {
      body = try response.json()
    } catch {
      return error
    }
    // CHANGE ME 5: the fields of the vendor's errors, and the count of the attempts left if it has one.
    guard let name = body["error"]?.stringValue, let entry = table[name] else {
      return AuthError(
        .providerError, "The vendor returned an unknown error (HTTP \(response.status)).",
        recovery: .restart)
    }
    return AuthError(
      entry.code, entry.message, attemptsRemaining: body["attempts_left"]?.integerValue.map { Int(clamping: $0) },
      vendorCode: name)
  }

  private typealias Entry = (code: AuthError.Code, message: String)

  // CHANGE ME 5: the names that your vendor documents. Give each the contract's code with the same meaning.
  private static let table: [String: Entry] = [
    "invalid_email": (.invalidIdentifier, "The vendor does not accept this address."),
    "wrong_code": (.invalidCode, "The code is wrong."),
    "code_expired": (.codeExpired, "The code is too old; request a new one."),
    "too_many_attempts": (.tooManyAttempts, "There were too many wrong codes; start again."),
    "unknown_flow": (.flowExpired, "The vendor no longer knows this sign-in; start again."),
    "invalid_grant": (.sessionRevoked, "The vendor no longer renews this session; sign in again."),
    "invalid_token": (.sessionExpired, "The vendor no longer accepts this session's token."),
    "unknown_client": (.invalidConfiguration, "The vendor does not know this app; check clientId."),
  ]
}
