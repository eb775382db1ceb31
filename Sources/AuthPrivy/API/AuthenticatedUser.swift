import AuthCore

/// What signing in and renewing answer (Privy protocol notes §3.1).
struct AuthenticatedUser: Sendable {
  /// What a client does with the answer (Privy protocol notes §3.2).
  enum SessionUpdate: String, Sendable {
    /// Keep all of it.
    case set
    /// Keep what is held already; a token that came replaces the held one.
    case ignore
    /// The session is over.
    case clear
  }

  let sessionUpdate: SessionUpdate
  let isNewUser: Bool
  /// The app's access token.
  let token: Secret?
  /// The vendor's own, for renewals alone.
  let privyAccessToken: Secret?
  let refreshToken: Secret?
  let identityToken: Secret?
  let user: PrivyUser?

  /// - Throws: `malformed_response` naming the field.
  init(_ answer: JSONValue) throws(AuthError) {
    let action = answer["session_update_action"]?.stringValue ?? SessionUpdate.set.rawValue
    guard let update = SessionUpdate(rawValue: action) else {
      throw AuthError(.malformedResponse, "The answer has a session_update_action that is not known.")
    }
    sessionUpdate = update
    isNewUser = answer["is_new_user"]?.boolValue ?? false
    token = Self.secret("token", of: answer)
    privyAccessToken = Self.secret("privy_access_token", of: answer)
    refreshToken = Self.secret("refresh_token", of: answer)
    identityToken = Self.secret("identity_token", of: answer)
    if let value = answer["user"], !value.isNull { user = try PrivyUser(json: value) } else { user = nil }
  }

  /// Null and blank count as absent.
  private static func secret(_ name: String, of answer: JSONValue) -> Secret? {
    guard let text = answer[name]?.stringValue, !text.trimmingBlanks.isEmpty else { return nil }
    return Secret(text)
  }
}
