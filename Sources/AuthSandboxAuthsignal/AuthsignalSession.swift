/// A session that the vendor keeps for the app.
struct AuthsignalSession: Sendable {
  /// GUESS A93: an access token lives as long as a client token, a proof opens one session, a refresh token works once,
  /// and times are in seconds. No source says so.
  static let lifetime: Int64 = 600

  let id: String
  let userID: String
  let clientID: String
  let method: AuthsignalMethod?
  var refreshToken: String
}
