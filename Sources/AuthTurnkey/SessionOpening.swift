import AuthCore

/// A session that a server has been asked to open.
struct SessionOpening: Sendable {
  let sessionID: SessionID
  /// Its key.
  let key: KeyReference
  /// What the user is known by, where that is known.
  var identifier: String?
  /// The user's name for people, where that is known.
  var displayName: String?
  /// The organisation that was signed in to; nil where the server found it.
  let organizationID: String?
  /// The name that the app gave the session.
  var sessionKey: String?
  /// The passkey that was used, base64url.
  var credentialID: String?
  /// How long it was asked to last; nil where the server decided.
  var seconds: Int?

  /// What the session is tagged with.
  ///
  /// - Parameter measured: how long it lasts by its token.
  func tags(lasting measured: Int) -> [String: String] {
    var tags = [SessionLifetime.tag: String(seconds ?? measured)]
    tags["sessionKey"] = sessionKey
    tags["credentialId"] = credentialID
    return tags
  }
}
