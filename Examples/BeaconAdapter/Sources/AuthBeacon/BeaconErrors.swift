import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The table of Beacon's errors as `AuthError`.
enum BeaconErrors {
  /// The error of a response that is not a success: `{"problem": {"type"}}`.
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
        .providerError, "Beacon refused the request with an unknown error (HTTP \(response.status)).",
        recovery: .restart)
    }
    return AuthError(entry.code, entry.message, vendorCode: name)
  }

  private typealias Entry = (code: AuthError.Code, message: String)

  private static let table: [String: Entry] = [
    "unknown-app": (.invalidConfiguration, "Beacon does not know this app; check appKey."),
    "unknown-user": (.userNotFound, "Beacon has no user with this name."),
    "unknown-request": (.flowExpired, "Beacon no longer knows this sign-in; start again."),
    "session-over": (.sessionRevoked, "Beacon no longer accepts this session; sign in again."),
  ]
}
