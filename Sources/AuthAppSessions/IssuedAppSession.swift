public import AuthCore

/// A session with its new tokens. Only the client gets the tokens; the store keeps their hashes.
public struct IssuedAppSession: Sendable {
  /// The bearer token that authorises requests to the app's backend.
  public let token: Secret
  /// The token that renews the session. It works only once.
  public let refreshToken: Secret
  /// How long `token` is accepted from now on, in whole seconds.
  public let expiresIn: Int64
  /// The session to which the tokens belong.
  public let session: ActiveAppSession

  /// The response of an exchange route and of `session/refresh`, as `AppBackend` reads it: `{"token","expiresIn",
  /// "refreshToken","subject"}`, and `"tokenType": "DPoP"` for a session that is bound to a key. The value contains the
  /// tokens.
  public var json: JSONValue {
    var answer: JSONObject = [
      "token": .string(token.revealText()), "expiresIn": .integer(expiresIn),
      "refreshToken": .string(refreshToken.revealText()), "subject": .string(session.subject),
    ]
    if session.dpopKeyThumbprint != nil { answer["tokenType"] = "DPoP" }
    return .object(answer)
  }
}
