import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Beacon's errors as `AuthError`: the one table.
enum BeaconErrors {
  /// The error behind an answer that is no success: `{"problem": {"type"}}`.
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
        .providerError, "Beacon refused by an error that is not known here (HTTP \(response.status)).",
        recovery: .restart)
    }
    return AuthError(entry.code, entry.message, vendorCode: name)
  }

  private typealias Entry = (code: AuthError.Code, message: String)

  private static let table: [String: Entry] = [
    "unknown-app": (.invalidConfiguration, "Beacon does not know this app; check appKey."),
    "unknown-user": (.userNotFound, "Beacon knows nobody by this name."),
    "unknown-request": (.flowExpired, "Beacon no longer knows this sign-in; start again."),
    "session-over": (.sessionRevoked, "Beacon no longer takes this session; sign in again."),
  ]
}
