import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The vendor's errors as `AuthError`: the one table. Messages are ours, since the vendor's could hold what was sent to
/// it; the code decides what the caller can do next (`recovery`), so choose it by that.
enum __Name__Errors {
  /// The error behind an answer that is no success.
  static func error(_ response: TransportResponse, now: Date) -> AuthError {
    // 408, 429 with Retry-After and 5xx mean the same whoever the vendor is.
    if let failure = response.generalFailure(now: now) { return failure }
    let body: JSONValue
    do throws(AuthError) {
      body = try response.json()
    } catch {
      return error
    }
    guard let name = body["error"]?.stringValue, let entry = table[name] else {
      return AuthError(
        .providerError, "The vendor refused by an error that is not known here (HTTP \(response.status)).",
        recovery: .restart)
    }
    return AuthError(
      entry.code, entry.message, attemptsRemaining: body["attempts_left"]?.integerValue.map { Int(clamping: $0) },
      vendorCode: name)
  }

  private typealias Entry = (code: AuthError.Code, message: String)

  // CHANGE ME 5: the names that your vendor documents. Give each the code of the contract that means it.
  private static let table: [String: Entry] = [
    "invalid_email": (.invalidIdentifier, "The vendor does not take this address."),
    "wrong_code": (.invalidCode, "The code is wrong."),
    "code_expired": (.codeExpired, "The code is too old; ask for a new one."),
    "too_many_attempts": (.tooManyAttempts, "There were too many wrong codes; start again."),
    "unknown_flow": (.flowExpired, "The vendor no longer knows this sign-in; start again."),
    "invalid_grant": (.sessionRevoked, "The vendor no longer renews this session; sign in again."),
    "invalid_token": (.sessionExpired, "The vendor no longer takes this session's token."),
    "unknown_client": (.invalidConfiguration, "The vendor does not know this app; check clientId."),
  ]
}
