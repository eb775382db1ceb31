import AuthCore

/// The response to a sign-in or a renewal (P47).
struct AuthenticatedUser: Sendable {
  /// How a client applies the response (P48).
  enum SessionUpdate: String, Sendable {
    /// Store the response's values. A value that the response leaves out stays as it is.
    case set
    /// Keep the current tokens; each token in the response replaces the current one (P50).
    case ignore
    /// The session has ended (P49).
    case clear
  }

  let sessionUpdate: SessionUpdate
  let isNewUser: Bool
  /// The app's access token.
  let token: Secret?
  /// The vendor's own token, only for renewals.
  let privyAccessToken: Secret?
  /// The credential for the next renewal.
  let refreshCredential: RefreshCredential?
  let identityToken: Secret?
  let user: PrivyUser?

  /// Reads the response.
  ///
  /// - Throws: `malformed_response` if the response is not JSON, has neither a token nor a known
  ///   `session_update_action`, or contains a user without an ID or a token that
  ///   cannot be sent.
  init(_ response: TransportResponse) throws(AuthError) {
    try self.init(try response.json(), headers: response.headers)
  }

  init(_ answer: JSONValue, headers: HTTPHeaders = [:]) throws(AuthError) {
    token = try answer.privyToken("token")
    // Every response has an action (P47). It may be missing only if the response has a token: a response without both
    // says nothing about the session.
    let action = answer["session_update_action"]?.stringValue ?? (token == nil ? "" : SessionUpdate.set.rawValue)
    guard let update = SessionUpdate(rawValue: action) else {
      throw AuthError(
        .malformedResponse,
        "The field 'session_update_action' is not 'set', 'ignore' or 'clear'. Try again, or check the server's address."
      )
    }
    sessionUpdate = update
    isNewUser = answer["is_new_user"]?.boolValue ?? false
    privyAccessToken = try answer.privyToken("privy_access_token")
    refreshCredential = try RefreshCredential(answer, headers: headers)
    identityToken = try answer.privyToken("identity_token")
    if let value = answer["user"], !value.isNull { user = try PrivyUser(json: value) } else { user = nil }
  }
}
