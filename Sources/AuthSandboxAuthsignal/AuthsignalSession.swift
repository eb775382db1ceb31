/// A session that the vendor keeps for the app.
struct AuthsignalSession: Sendable {
  /// The lifetime of an access token in seconds. GUESS A93: an access token is valid for as long as a client token, a
  /// proof opens one session, a refresh token works once, and times are in seconds. No source gives these rules.
  static let lifetime: Int64 = 600

  let id: String
  let userID: String
  let clientID: String
  let method: AuthsignalMethod?
  var refreshToken: String
}
