import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The table that maps Beacon's errors to `AuthError`. The messages are the adapter's own, since Beacon's could repeat
/// secrets from the request.
enum BeaconErrors {
  /// Returns the error of a response that is not a success: `{"problem": {"type"}}`.
  static func error(_ response: TransportResponse, now: Date) -> AuthError {
    if let failure = response.generalFailure(now: now) { return failure }
    let body: JSONValue
    do throws(AuthError) {
      body = try response.json()
    } catch {
      return error
    }
    guard let name = body["problem"]?["type"]?.stringValue, let entry = table[name] else {
      return AuthError(
        .providerError,
        "Beacon refused the request with an unknown error (HTTP \(response.status)). Start again. If this does not "
          + "help, report it to the adapter's author.", recovery: .restart)
    }
    return AuthError(entry.code, entry.message, vendorCode: name)
  }

  private typealias Entry = (code: AuthError.Code, message: String)

  private static let table: [String: Entry] = [
    "unknown-app": (.invalidConfiguration, "The app is not registered at Beacon. Check 'appKey'."),
    "unknown-user": (.userNotFound, "Beacon has no user with this name. Check the name."),
    "unknown-request": (.flowExpired, "The sign-in has expired at Beacon. Start again."),
    "session-over": (.sessionRevoked, "Beacon no longer accepts this session. Sign in again."),
  ]
}
