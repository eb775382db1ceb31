import AuthCore

/// The values of a session that was requested from the server.
struct SessionOpening: Sendable {
  let sessionID: SessionID
  /// The session's key.
  let key: KeyReference
  /// The user's identifier, if known.
  var identifier: String?
  /// The user's display name, if known.
  var displayName: String?
  /// The organisation that was signed in to; nil if the server found it.
  let organizationID: String?
  /// The app's name for the session.
  var sessionKey: String?
  /// The ID of the passkey that was used, base64url.
  var credentialID: String?
  /// The requested lifetime in seconds; nil if the server chose it.
  var seconds: Int?

  /// The session's tags.
  ///
  /// - Parameter measured: the session's lifetime according to its token, in seconds.
  func tags(lasting measured: Int) -> [String: String] {
    var tags = [SessionLifetime.tag: String(seconds ?? measured)]
    tags["sessionKey"] = sessionKey
    tags["credentialId"] = credentialID
    return tags
  }
}
