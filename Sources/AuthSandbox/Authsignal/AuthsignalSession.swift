/// A session that the vendor keeps for the app.
struct AuthsignalSession: Sendable {
  /// GUESS A93: how long an access token lives, that a proof opens one session, that a refresh token works once, and that
  /// times are in seconds; no source says. As long as a client token.
  static let lifetime: Int64 = 600

  let id: String
  let userID: String
  let clientID: String
  let method: AuthsignalMethod?
  var refreshToken: String
}
