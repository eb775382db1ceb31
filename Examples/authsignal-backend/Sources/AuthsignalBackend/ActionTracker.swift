import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The vendor's Server API: tracks an action of a user, and returns the token for the user's app.
struct ActionTracker: Sendable {
  let configuration: BackendConfiguration
  let transport: any HTTPTransport
  let clock: any AuthClock

  /// Tracks an action.
  ///
  /// - Parameters:
  ///   - action: the action's name, which the backend has checked.
  ///   - user: the user's id at the vendor.
  ///   - attributes: the user's contact, the scopes of the token, and the data that the user approves.
  /// - Returns: the token. It lives for about ten minutes.
  /// - Throws: `provider_error` if the vendor refuses; the errors of `generalFailure` for 408, 429 and 5xx;
  ///   `malformed_response`; the transport's errors.
  func track(_ action: String, of user: String, _ attributes: JSONObject) async throws(AuthError) -> Secret {
    let url = configuration.baseURL.appending(path: "users").appending(path: user).appending(path: "actions")
      .appending(path: action)
    let basic = Base64.encode(Array((configuration.secret.revealText() + ":").utf8))
    let response = try await transport.send(
      .json("POST", url, .object(attributes), headers: ["Authorization": "Basic " + basic]))
    if let failure = response.generalFailure(now: clock.now()) { throw failure }
    guard response.isSuccess else {
      throw AuthError(
        .providerError,
        "The vendor refused to track the action (HTTP \(response.status)). Check AUTHSIGNAL_SECRET and "
          + "AUTHSIGNAL_BASE_URL.")
    }
    return try response.json().requiredSecret("token")
  }
}
